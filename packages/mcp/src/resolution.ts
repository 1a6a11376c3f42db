import type { Failure } from "@askback/client";
import type { Contract, Inquiry, Resolution } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { CallToolResult } from "@modelcontextprotocol/server";

type Resolved = wire.Inquiry & { readonly resolution: wire.Resolution };

export function isResolved(inquiry: wire.Inquiry): inquiry is Resolved {
  return inquiry.resolution !== undefined;
}

/** The resolution as the model reads it, in the words of the contract that asked. */
export function resolutionResult(contract: Contract, inquiry: Resolved): CallToolResult {
  const { resolution } = inquiry;
  const notice = contract.delivery.resolved(toInquiry(inquiry), toResolution(resolution), []);
  const text = notice && "text" in notice ? notice.text : "";
  // The message itself follows, since no transcript here has it.
  const message = resolution.type === "answered-in-chat" ? (resolution.text ?? "") : "";
  const isError = notice?.as === "result" && notice.status !== "ok";
  return textResult([text, message].filter(Boolean).join("\n\n"), isError);
}

export function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: "text", text }], ...(isError && { isError }) };
}

function toInquiry({ id, revision, contract, questions, context, askedAt }: wire.Inquiry): Inquiry {
  return {
    id,
    revision,
    contract,
    callId: "",
    questions: questions as Inquiry["questions"],
    ...(context !== undefined && { context }),
    askedAt: Date.parse(askedAt),
  };
}

function toResolution({ type, at, by = "", answers = [], comment, text, messageId = "" }: wire.Resolution): Resolution {
  const time = Date.parse(at);
  const added = comment === undefined ? {} : { comment };
  switch (type) {
    case "answered":
      return { type, at: time, by, answers, ...added };
    case "answered-in-chat":
      return { type, at: time, by, messageId, ...(text !== undefined && { text }) };
    case "delegated":
    case "declined":
    case "dismissed":
      return { type, at: time, by, ...added };
    case "expired":
      return { type, at: time };
    case "superseded":
      return { type, at: time, inquiryId: "" };
    case "withdrawn":
      return { type, at: time, by };
  }
}

/** Why a request to Askback has failed, as the model reads it. */
export function failureResult({ title, detail, hint }: Failure): CallToolResult {
  return textResult([`${title}.`, detail, hint].filter((part) => part !== undefined).join(" "), true);
}
