import {
  type Answer,
  type AnswerSet,
  answerLimits,
  contractNamed,
  err,
  type InquiryRecord,
  isGranted,
  ok,
  openInquiryOf,
  type Receipt,
  type Result,
  readAnswerText,
  receiptOf,
} from "@askback/core";
import type { Once } from "../idempotency.ts";
import type { Principal } from "../principal.ts";
import type { Services } from "../services.ts";

/** Why an answer that came as text was not taken. */
export type NotTaken =
  | { readonly code: "misfit"; readonly reason: string }
  | { readonly code: "settled"; readonly record: InquiryRecord }
  | { readonly code: "gone" };

/** An answer as text, and what its route says when it is taken. */
export interface TextAnswer {
  /** One for each question, in their order. */
  readonly texts: readonly string[];
  readonly comment?: string | undefined;
  readonly status: 200 | 202;
  taken(receipt: Receipt): unknown;
}

/** Answers an inquiry. The same again gets the same receipt; whatever else came first is shown. */
export async function answerByTexts(
  { runtime, store, clock }: Pick<Services, "runtime" | "store" | "clock">,
  { id: by }: Principal,
  request: Once,
  record: InquiryRecord,
  { texts, comment, status, taken }: TextAnswer,
): Promise<Result<Receipt, NotTaken>> {
  const { id: inquiryId, conversationId } = record;
  const set = readTexts(record, texts);
  if (!set.ok) return err({ code: "misfit", reason: set.error });
  if (comment !== undefined && comment.length > answerLimits.comment)
    return err({ code: "misfit", reason: `A comment may have up to ${answerLimits.comment} characters.` });
  const remark = comment !== undefined && { comment };
  const command = { type: "answer", inquiryId, set: { ...set.value, ...remark }, by, at: clock.now() } as const;
  const outcomeOf = (now: InquiryRecord | undefined): Result<Receipt, NotTaken> => {
    if (!now) return err({ code: "gone" });
    const receipt = receiptOf(now);
    return receipt && isGranted(now, command) ? ok(receipt) : err({ code: "settled", record: now });
  };
  const reply = request.replyWith(({ projection, conversation }) => {
    const found = projection.inquiries.find(({ id }) => id === inquiryId) ?? openInquiryOf(conversation);
    const outcome = outcomeOf(found);
    return outcome.ok ? { status, body: taken(outcome.value) } : { status: 409, body: { code: outcome.error.code } };
  });
  const done = await runtime.perform(conversationId, command, reply);
  if (!done.ok && done.error.code === "answer-misfit") return err({ code: "misfit", reason: done.error.reason });
  const fresh = done.ok ? done.value.projection?.inquiries.find(({ id }) => id === inquiryId) : undefined;
  return outcomeOf(fresh ?? (await store.inquiry(inquiryId)));
}

function readTexts({ contract, questions }: InquiryRecord, texts: readonly string[]): Result<AnswerSet, string> {
  const { join } = contractNamed(contract);
  if (texts.length !== questions.length)
    return err(`One line for each of the ${questions.length} questions is needed.`);
  const answers: Answer[] = [];
  for (const [index, question] of questions.entries()) {
    const text = texts[index] ?? "";
    if (text.length > answerLimits.text) return err(`An answer may have up to ${answerLimits.text} characters.`);
    const answer = readAnswerText(question, text, join);
    if (!answer.ok) return answer;
    answers.push(answer.value);
  }
  return ok({ answers });
}

/** A text as the answers to all questions of an inquiry: one line each where there are several. */
export function linesFor({ questions }: InquiryRecord, text: string): readonly string[] {
  return questions.length === 1 ? [text] : text.split("\n");
}

/** Why an approval cannot be settled by a route that does not name it: the next one might ask in the same words. */
export function needsItsId({ id }: InquiryRecord): string {
  return `This is an approval of one exact call: settle it by its id, at POST /v1/inquiries/${id}/answer.`;
}

/** The inquiry that a conversation waits for, or else the one it asked last. */
export async function currentInquiry(
  { store }: Pick<Services, "store">,
  conversationId: string,
): Promise<InquiryRecord | undefined> {
  const stored = await store.load(conversationId);
  if (!stored) return undefined;
  const open = openInquiryOf(stored.conversation);
  if (open) return open;
  const { items } = await store.inquiries({ conversationId, limit: Math.max(1, stored.conversation.counts.inquiries) });
  return items.at(-1);
}
