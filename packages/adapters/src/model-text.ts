import { type Contract, contractByName, type Inquiry, type Resolution } from "@askback/core";
import type * as wire from "@askback/core/wire";

/** The result of a call, in the words that models read in Askback's own runtime. */
export interface ModelText {
  readonly status: "ok" | "error";
  readonly text: string;
}

/** What the model reads about a resolution as the result of its call. */
export function resultOf({ delivery }: Contract, inquiry: wire.Inquiry): ModelText {
  const resolution = toResolution(inquiry);
  const notice = delivery.resolved(toInquiry(inquiry), resolution, []);
  if (notice?.as !== "result") throw new Error(`a call of ${inquiry.contract} has no result`);
  const status = notice.status === "ok" ? "ok" : "error";
  // There is no next message here that could hold what the person wrote.
  if (resolution.type === "answered-in-chat" && resolution.text !== undefined)
    return { status, text: `${notice.text}\n\n${resolution.text}` };
  return { status, text: notice.text };
}

/** Whether the call may run, and what the model is told. Anything but an explicit allow means that it does not. */
export function permissionOf(inquiry: wire.Inquiry): { readonly isAllowed: boolean; readonly text?: string } {
  const notice = contractByName("approval").delivery.resolved(toInquiry(inquiry), toResolution(inquiry), []);
  switch (notice?.as) {
    case "permission":
      return { isAllowed: true, ...(notice.remark !== undefined && { text: notice.remark }) };
    case "result":
      return { isAllowed: false, text: notice.text };
    default:
      throw new Error("an approval is a permission or a result");
  }
}

function toInquiry({ id, revision, contract, questions, approval, askedAt }: wire.Inquiry): Inquiry {
  return {
    id,
    revision,
    contract,
    callId: id,
    questions: questions as Inquiry["questions"],
    askedAt: Date.parse(askedAt),
    ...(approval && { approval: approval as NonNullable<Inquiry["approval"]> }),
  };
}

function toResolution({ id, resolution }: wire.Inquiry): Resolution {
  if (!resolution) throw new Error("the inquiry is still open");
  const { type, answers = [], comment, messageId = "", text, by = "" } = resolution;
  const at = Date.parse(resolution.at);
  const withComment = { at, by, ...(comment !== undefined && { comment }) };
  switch (type) {
    case "answered":
      return { type, ...withComment, answers: answers as Extract<Resolution, { type: "answered" }>["answers"] };
    case "answered-in-chat":
      return { type, at, by, messageId, ...(text !== undefined && { text }) };
    case "delegated":
    case "declined":
    case "dismissed":
      return { type, ...withComment };
    case "expired":
      return { type, at };
    case "superseded":
      return { type, at, inquiryId: id };
    case "withdrawn":
      return { type, at, by };
  }
}
