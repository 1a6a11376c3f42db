import type { CallOptions, Client, Reply } from "@askback/client";
import type { Receipt } from "@askback/core/wire";
import type { Wish } from "../card/inquiry-card.ts";
import type { DraftedAnswers } from "../draft/answer-of-draft.ts";

/** A wish with all that is sent for it. The key makes it one request, however often it is sent. */
export interface Job {
  readonly inquiryId: string;
  readonly conversationId: string;
  readonly revision: number;
  readonly key: string;
  readonly wish: Wish;
  /** For an answer. */
  readonly answers?: DraftedAnswers;
}

export function sendJob(client: Client, job: Job, { signal }: CallOptions): Reply<Receipt> {
  const { inquiryId, key, wish, revision, answers = { answers: [] } } = job;
  const options = { key, ...(signal && { signal }) };
  if (wish.type === "answer") {
    const body = { ...answers, revision, ...(wish.hold > 0 && { hold: wish.hold }) };
    return client.inquiries.answer(inquiryId, body, options);
  }
  const remark = { revision, ...(wish.comment !== undefined && { comment: wish.comment }) };
  return client.inquiries[wish.type](inquiryId, remark, options);
}
