import type { Failure } from "@askback/client";
import { editText, type Json } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";

/** The result of a tool call, as MCP has it. */
export interface CallResult {
  readonly [key: string]: unknown;
}

export function errorResult(text: string): CallResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** What the model reads of a call that no person allowed. */
export function notAllowed(inquiry: Inquiry): CallResult {
  return errorResult(`Not run: ${reasonOf(inquiry)}${remarkOf(inquiry)}`);
}

function reasonOf({ resolution, approval }: Inquiry): string {
  const at = resolution ? ` (${resolution.at})` : "";
  switch (resolution?.type) {
    case "answered":
      return `the user refused this call${at}.`;
    case "answered-in-chat":
      return `the user wrote a message instead${at}, which is no permission to run it: ${JSON.stringify(resolution.text ?? "")}`;
    case "delegated":
      return `the user did not allow it${at}: leaving the decision to you is no permission to run it.`;
    case "declined":
      return `the user declined to say whether ${approval?.tool} may run${at}. Assume nothing.`;
    case "dismissed":
      return `the user set the request for approval aside${at}. Do something else until they come back to it.`;
    case "expired":
      return `nobody allowed it in time${at}.`;
    case "superseded":
    case "withdrawn":
      return `the request for approval was withdrawn${at}.`;
    case undefined:
      return "nobody has allowed it yet. Call it again with the same input to go on waiting.";
  }
}

function remarkOf({ resolution }: Inquiry): string {
  const [answer] = resolution?.answers ?? [];
  const note = answer && "note" in answer ? answer.note : undefined;
  const remarks = [note, resolution?.comment].filter((remark) => remark !== undefined);
  return remarks.length > 0 ? ` Their words: ${remarks.join("\n")}` : "";
}

export const interrupted = errorResult(
  "This call was interrupted after the user had allowed it; it may or may not have happened. Check before you repeat it.",
);

export function alreadyRan(finishedAt: string): CallResult {
  return errorResult(
    `Not run again: this call ran before and ended at ${finishedAt}. Its result went to an earlier connection and is not stored. Check what it did.`,
  );
}

export function notAsked({ title, detail, hint }: Failure): CallResult {
  return errorResult(`Not run: the user could not be asked for approval. ${title}. ${detail ?? ""} ${hint}`);
}

/** The result of an allowed call, which also says what the user changed and remarked. */
export function allowedResult(inquiry: Inquiry, result: CallResult): CallResult {
  const { approval, resolution } = inquiry;
  const edited = resolution?.input === undefined ? [] : [editText(approval?.input as Json, resolution.input as Json)];
  const remark = remarkOf(inquiry);
  const remarks = remark === "" ? edited : [...edited, `The user allowed this call.${remark}`];
  if (remarks.length === 0) return result;
  const content = Array.isArray(result.content) ? result.content : [];
  return { ...result, content: [...remarks.map((text) => ({ type: "text", text })), ...content] };
}
