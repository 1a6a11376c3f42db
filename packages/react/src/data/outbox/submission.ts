import type { Client, CommandOptions, Reply } from "@askback/client";
import type { Answer, AnswerInquiry, Conversation, Inquiry, Receipt, File as StoredFile } from "@askback/core/wire";
import type { AnswerSet } from "../drafts/draft-answers.ts";
import type { AttachedFile, Uploads } from "../files/uploads.ts";

/** How a person wants to resolve an inquiry. */
export type ResolutionRequest =
  /** `hold` is for how many seconds it can be undone. */
  | { readonly type: "answer"; readonly hold: number }
  | { readonly type: "delegate" | "decline" | "dismiss"; readonly comment?: string };

/** What a notice says of a submission when its inquiry is not at hand. */
export interface SubmissionSummary {
  readonly agent: string;
  /** The label of the picked option; undefined if it was picked before the page was opened. */
  readonly answer?: string;
}

interface InquiryTarget {
  readonly inquiryId: string;
  readonly conversationId: string;
}

type ResolutionContent = InquiryTarget & {
  /** Of the questions that the person saw. */
  readonly revision: number;
  /** For an answer. */
  readonly answers?: AnswerSet;
  /** Set for a quick answer, which has no draft. */
  readonly summary?: SubmissionSummary;
} & ResolutionRequest;

type ActionContent = InquiryTarget &
  (
    | { readonly type: "retract"; readonly summary?: SubmissionSummary }
    | { readonly type: "deliver" }
    | { readonly type: "extend"; readonly until: string | null }
    | { readonly type: "snooze"; readonly until: string | null }
  );

export interface MessageContent {
  readonly type: "message";
  readonly conversationId: string;
  readonly text: string;
  /** They are uploaded before it is sent. */
  readonly files?: readonly AttachedFile[];
  readonly isSeparate: boolean;
  /** The question that its author saw, so that it answers no other one. */
  readonly answers?: { readonly inquiry: string; readonly revision: number };
  /** The message whose place the text takes, in a fork of the conversation. */
  readonly replaces?: string;
  /** The inquiry whose unsent draft the text is. */
  readonly recoveredFrom?: string;
}

/** What a person wants sent, before it has an id. */
export type SubmissionContent = ResolutionContent | ActionContent | MessageContent;

interface Identity {
  /** The Idempotency-Key, so that a submission that is sent twice takes effect once. */
  readonly id: string;
  readonly createdAt: number;
}

export type ResolutionSubmission = ResolutionContent & Identity;
export type ActionSubmission = ActionContent & Identity;
export type MessageSubmission = MessageContent & Identity;

/** What a person wants sent to the server: a resolution of an inquiry, an action on it, or a message to a conversation. */
export type Submission = ResolutionSubmission | ActionSubmission | MessageSubmission;

/** What the server returns for a submission. */
export type SubmissionResult = Receipt | Inquiry | Conversation;

export function isResolution<Some extends SubmissionContent>(
  submission: Some,
): submission is Extract<Some, ResolutionContent> {
  return ["answer", "delegate", "decline", "dismiss"].includes(submission.type);
}

/** The inquiry or conversation that it is sent to. Submissions of one target are sent one at a time, in order. */
export function targetOf(submission: SubmissionContent): string {
  return submission.type === "message" ? submission.conversationId : submission.inquiryId;
}

/** The inquiry whose card shows it. */
export function inquiryOf(submission: SubmissionContent): string | undefined {
  return submission.type === "message" ? submission.recoveredFrom : submission.inquiryId;
}

/** Whether a later submission must not be sent before an earlier one is done. */
export function mustPrecede(earlier: SubmissionContent, later: SubmissionContent): boolean {
  if (targetOf(earlier) === targetOf(later)) return true;
  // A message that overtakes an answer would answer the question itself.
  return later.type === "message" && isResolution(earlier) && earlier.conversationId === later.conversationId;
}

interface SendOptions extends Pick<CommandOptions, "signal"> {
  readonly uploads: Pick<Uploads, "upload" | "forget" | "uploadAgain">;
}

/** Sends a submission to its route. */
export function sendSubmission(
  client: Client,
  submission: Submission,
  { signal, uploads }: SendOptions,
): Reply<SubmissionResult> {
  const options: CommandOptions = { key: submission.id, ...(signal && { signal }) };
  switch (submission.type) {
    case "answer":
      return sendAnswer(client, submission, { ...options, uploads });
    case "delegate":
    case "decline":
    case "dismiss": {
      const { type, inquiryId, revision, comment } = submission;
      return client.inquiries[type](inquiryId, { revision, ...(comment !== undefined && { comment }) }, options);
    }
    case "retract":
    case "deliver":
      return client.inquiries[submission.type](submission.inquiryId, options);
    case "extend":
    case "snooze":
      return client.inquiries[submission.type](submission.inquiryId, { until: submission.until }, options);
    case "message":
      return sendMessage(client, submission, { ...options, uploads });
  }
}

/** A file that the server has deleted since, because nothing used it for a day, is uploaded once more. */
async function sendMessage(
  client: Client,
  submission: MessageSubmission,
  options: CommandOptions & SendOptions,
  isSecond = false,
): Reply<SubmissionResult> {
  const { conversationId, text, files = [], isSeparate: separate, answers, replaces } = submission;
  // The server gives the fork the files of the message that is replaced.
  if (replaces !== undefined) return client.conversations.fork(conversationId, { message: replaces, text }, options);
  const ids: string[] = [];
  for (const file of files) {
    const uploaded = await options.uploads.upload(file, options);
    if (!uploaded.ok) return uploaded;
    ids.push(uploaded.value.id);
  }
  const body = { text, separate, ...(answers && { answers }), ...(ids.length > 0 && { files: ids }) };
  const reply = await client.conversations.send(conversationId, body, options);
  if (reply.ok || reply.error.code !== "file-unknown" || isSecond) return reply;
  for (const { key } of files) await options.uploads.forget(key);
  return sendMessage(client, submission, options, true);
}

/** The same for the files of an answer, which are uploaded before they are part of the draft. */
async function sendAnswer(
  client: Client,
  submission: Extract<ResolutionSubmission, { type: "answer" }>,
  options: CommandOptions & SendOptions,
): Reply<SubmissionResult> {
  const { inquiryId, revision, hold, answers: set } = submission;
  const answers = set?.answers.map(toGivenAnswer) ?? [];
  const body = { ...set, answers, revision, ...(hold > 0 && { hold }) };
  const reply = await client.inquiries.answer(inquiryId, body, options);
  if (reply.ok || reply.error.code !== "file-unknown") return reply;
  const ids = filesIn(submission).map(({ id }) => id);
  const uploaded = await options.uploads.uploadAgain(ids, options);
  return uploaded.ok ? client.inquiries.answer(inquiryId, body, options) : uploaded;
}

/** The files of an answer. */
export function filesIn({ answers: set }: Pick<ResolutionSubmission, "answers">): readonly StoredFile[] {
  return set?.answers.flatMap((answer) => ("skipped" in answer ? [] : (answer.files ?? []))) ?? [];
}

/** A request names files by their ids. */
function toGivenAnswer(answer: Answer): AnswerInquiry["answers"][number] {
  if ("skipped" in answer) return answer;
  const { files, ...given } = answer;
  return files ? { ...given, files: files.map(({ id }) => id) } : given;
}
