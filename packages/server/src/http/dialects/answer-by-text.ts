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
import type { Principal } from "../principal.ts";
import type { Services } from "../services.ts";

/** Why an answer that came as text was not taken. */
export type NotTaken =
  | { readonly code: "misfit"; readonly reason: string }
  | { readonly code: "settled"; readonly record: InquiryRecord }
  | { readonly code: "gone" };

/**
 * Answers an inquiry with one text per question, in the order of the questions. The same again gets the same receipt;
 * whatever else came first is shown.
 */
export async function answerByTexts(
  { runtime, store, clock }: Pick<Services, "runtime" | "store" | "clock">,
  { id: by }: Principal,
  record: InquiryRecord,
  texts: readonly string[],
): Promise<Result<Receipt, NotTaken>> {
  const { id: inquiryId, conversationId } = record;
  const set = readTexts(record, texts);
  if (!set.ok) return err({ code: "misfit", reason: set.error });
  const command = { type: "answer", inquiryId, set: set.value, by, at: clock.now() } as const;
  const done = await runtime.perform(conversationId, command);
  if (!done.ok && done.error.code === "answer-misfit") return err({ code: "misfit", reason: done.error.reason });
  const fresh = done.ok ? done.value.projection?.inquiries.find(({ id }) => id === inquiryId) : undefined;
  const now = fresh ?? (await store.inquiry(inquiryId));
  if (!now) return err({ code: "gone" });
  const receipt = receiptOf(now);
  return receipt && isGranted(now, command) ? ok(receipt) : err({ code: "settled", record: now });
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
