import type { Failure } from "@askback/client";
import { type Contract, externalNotice } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { CallToolResult } from "@modelcontextprotocol/server";

export type Resolved = wire.Inquiry & { readonly resolution: wire.Resolution };

export function isResolved(inquiry: wire.Inquiry): inquiry is Resolved {
  return inquiry.resolution !== undefined;
}

/** The resolution as the model reads it, in the words of the contract that asked. */
export function resolutionResult(contract: Contract, inquiry: Resolved): CallToolResult {
  const { resolution } = inquiry;
  const notice = externalNotice(contract, inquiry, { parseTime: Date.parse });
  const text = notice && "text" in notice ? notice.text : "";
  // The message itself follows, since no transcript here has it.
  const message = resolution.type === "answered-in-chat" ? (resolution.text ?? "") : "";
  const isError = notice?.as === "result" && notice.status !== "ok";
  return textResult([text, message].filter(Boolean).join("\n\n"), isError);
}

export function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: "text", text }], ...(isError && { isError }) };
}

/** Why a request to Askback has failed, as the model reads it. */
export function failureResult({ title, detail, hint }: Failure): CallToolResult {
  return textResult([`${title}.`, detail, hint].filter((part) => part !== undefined).join(" "), true);
}
