import {
  type Answer,
  type AnswerSet,
  answerLimits,
  contractByName,
  err,
  type Inquiry,
  type InquiryRecord,
  ok,
  openInquiryOf,
  type Question,
  type Result,
  readAnswerText,
  visibleJson,
} from "@askback/core";
import { boundElsewhere } from "../access/agent-access.ts";
import { actorOf, type ResolveResult, resolveInquiry } from "../commands.ts";
import type { IdempotentRequest } from "../middleware/idempotency.ts";
import type { Outcome } from "../outcome.ts";
import type { AppContext } from "../route.ts";
import type { Services } from "../services.ts";

/** How the compat APIs show inquiries and take answers, which are plain text there. */

export interface TextAnswer {
  /** One for each question, in their order. */
  readonly texts: readonly string[];
  readonly comment?: string | undefined;
}

/** Answers an inquiry by text, with the same command as `/v1`. A text that fits no question is an `answer-misfit`. */
export async function answerByText<Body, Failure>(
  context: AppContext,
  services: Pick<Services, "runtime" | "store" | "clock" | "agents">,
  request: IdempotentRequest,
  record: InquiryRecord,
  answer: TextAnswer,
  toOutcome: (result: ResolveResult) => Outcome<Body, Failure>,
) {
  const { id: inquiryId } = record;
  const bound = boundElsewhere(services.agents, record);
  if (bound) return bound;
  const set = readTexts(record, answer);
  if (!set.ok) return toOutcome({ type: "refused", refusal: { code: "answer-misfit", inquiryId, reason: set.error } });
  const command = { type: "answer", inquiryId, set: set.value, ...actorOf(context, services) } as const;
  return resolveInquiry(services, request, command, toOutcome);
}

function readTexts({ contract, questions }: InquiryRecord, { texts, comment }: TextAnswer): Result<AnswerSet, string> {
  const { join } = contractByName(contract);
  if (texts.length !== questions.length)
    return err(`Expected ${questions.length} lines, one for each question, but got ${texts.length}.`);
  const answers: Answer[] = [];
  for (const [index, question] of questions.entries()) {
    const text = texts[index] ?? "";
    if (text.length > answerLimits.text) return err(`An answer may have up to ${answerLimits.text} characters.`);
    const answer = readAnswerText(question, text, join);
    if (!answer.ok) return answer;
    answers.push(answer.value);
  }
  if (comment !== undefined && comment.length > answerLimits.comment)
    return err(`A comment may have up to ${answerLimits.comment} characters.`);
  return ok({ answers, ...(comment !== undefined && { comment }) });
}

/** Splits a text into the answers to all questions of an inquiry: one line each where there are several. */
export function splitAnswerText({ questions }: InquiryRecord, text: string): readonly string[] {
  return questions.length === 1 ? [text] : text.trimEnd().split("\n");
}

/**
 * The same, where people write a comment under their pick: the lines after a pick are the comment. An approval is
 * resolved by a label alone, since what follows may take the consent back.
 */
export function splitPickAndComment(record: InquiryRecord, text: string): TextAnswer {
  const { questions, contract, approval } = record;
  const texts = splitAnswerText(record, text);
  const [question] = questions;
  const [first = "", ...rest] = text.split("\n");
  const { join } = contractByName(contract);
  const comment = rest.join("\n").trim();
  if (!question || questions.length > 1 || approval || comment === "") return { texts };
  // Where the contract joins picks by lines, a later line may be a pick.
  const isPick = !(question.multiSelect && join === "\n") && picksOptions(question, first, join);
  return isPick && !picksOptions(question, text, join) ? { texts: [first], comment } : { texts };
}

function picksOptions(question: Question, text: string, join: string): boolean {
  const answer = readAnswerText(question, text, join);
  return answer.ok && "options" in answer.value;
}

/** Why a route that does not name the inquiry cannot resolve an approval: the next one may ask in the same words. */
export function approvalNeedsId({ id }: InquiryRecord): string {
  return `This is an approval of one exact call: resolve it by its id, at POST /v1/inquiries/${id}/answer.`;
}

/** The inquiry that a conversation waits for, or else its last one. */
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

/** The questions as the compat APIs show them: an approval has the exact call beside the option that allows it. */
export function shownQuestions({ questions, approval }: Pick<Inquiry, "questions" | "approval">): readonly Question[] {
  if (!approval) return questions;
  const call = `Runs exactly this: ${approval.tool} ${visibleJson(approval.input)}`;
  return questions.map(({ options: [allow, ...others], ...question }) => ({
    ...question,
    options: allow ? [{ ...allow, description: call }, ...others] : others,
  }));
}
