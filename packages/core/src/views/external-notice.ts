import type { Contract, ModelNotice } from "../contracts/contract.ts";
import type { AnswerSet } from "../model/answer.ts";
import type { Inquiry } from "../model/inquiry.ts";
import type { Resolution } from "../model/resolution.ts";
import type * as wire from "../wire/index.ts";

/** A time of the API as the core has it; `Date.parse`, which the core has not. */
interface Times {
  parseTime(text: string): number;
}

/** Returns the text by which a program that runs elsewhere tells its model of a resolved inquiry, in the words of a contract. */
export function externalNotice(contract: Contract, inquiry: wire.Inquiry, times: Times): ModelNotice | undefined {
  return contract.delivery.resolved(toInquiry(inquiry, times), toResolution(inquiry, times), []);
}

function toInquiry(
  { id, revision, contract, questions, context, approval, askedAt }: wire.Inquiry,
  { parseTime }: Times,
): Inquiry {
  return {
    id,
    revision,
    contract,
    callId: id,
    questions: questions as Inquiry["questions"],
    askedAt: parseTime(askedAt),
    ...(context !== undefined && { context }),
    ...(approval && { approval: approval as NonNullable<Inquiry["approval"]> }),
  };
}

function toResolution({ id, resolution }: wire.Inquiry, { parseTime }: Times): Resolution {
  if (!resolution) throw new Error("the inquiry is still open");
  const { type, answers = [], comment, input, standing, messageId = "", text, by = "" } = resolution;
  const at = parseTime(resolution.at);
  const withComment = { at, by, ...(comment !== undefined && { comment }) };
  switch (type) {
    case "answered": {
      const set = { answers, ...(input !== undefined && { input }) } as AnswerSet;
      return { type, ...withComment, ...set, ...(standing !== undefined && { standing }) };
    }
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
