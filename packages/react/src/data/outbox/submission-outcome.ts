import { type Failure, isTransient, type Reply } from "@askback/client";
import type { Inquiry, Receipt } from "@askback/core/wire";
import { isResolved } from "../live/inquiry-recency.ts";
import {
  type ActionSubmission,
  isResolution,
  type ResolutionSubmission,
  type Submission,
  type SubmissionResult,
} from "./submission.ts";

/** What a submission was answered with. */
export type SubmissionReply = Awaited<Reply<SubmissionResult>>;

/** What becomes of a submission after an attempt to send it. */
export type Outcome =
  /** It is over: the server did it, or somebody else was faster. */
  | { readonly type: "done"; readonly reply: SubmissionReply }
  /** It is sent again later; `isServerBusy` if the server answered. */
  | { readonly type: "waiting"; readonly isServerBusy: boolean }
  | { readonly type: "refused"; readonly problem: Failure };

/** The inquiries as this page shows them. */
export interface ShownInquiries {
  get(inquiryId: string): Inquiry | undefined;
  /** Shows what a reply says of an inquiry, before the event stream does. */
  show(inquiry: Inquiry): void;
  /** Undefined if it could not be read. */
  refetch(inquiryId: string): Promise<Inquiry | undefined>;
}

/** Shows what the reply says of the inquiry, and decides what becomes of the submission. */
export async function toOutcome(
  submission: Submission,
  reply: SubmissionReply,
  inquiries: ShownInquiries,
): Promise<Outcome> {
  if (!reply.ok && (isTransient(reply.error) || isSessionOver(reply.error))) return toWaiting(reply.error);
  if (isResolution(submission)) return toResolutionOutcome(submission, reply, inquiries);
  if (submission.type !== "message") return toActionOutcome(submission, reply, inquiries);
  return reply.ok ? { type: "done", reply } : { type: "refused", problem: reply.error };
}

export function toWaiting(failure: Failure): Outcome {
  return { type: "waiting", isServerBusy: failure.status > 0 && !isSessionOver(failure) };
}

/** Whether the same request will succeed once its author has signed in again. */
function isSessionOver({ status }: Failure): boolean {
  return status === 401;
}

/** Shows what a reply to another tab says of the inquiry, if this page has it. */
export function showReply(submission: Submission, reply: SubmissionReply, inquiries: ShownInquiries): void {
  if (submission.type === "message" || !inquiries.get(submission.inquiryId)) return;
  if (reply.ok) showResult(submission, reply.value, inquiries);
  else if (reply.error.receipt) void showReceipt(submission.inquiryId, reply.error.receipt, inquiries);
}

async function toResolutionOutcome(
  submission: ResolutionSubmission,
  reply: SubmissionReply,
  inquiries: ShownInquiries,
): Promise<Outcome> {
  const { inquiryId, type, summary } = submission;
  if (reply.ok) {
    showResult(submission, reply.value, inquiries);
    return { type: "done", reply };
  }
  const { code, receipt } = reply.error;
  if (receipt) {
    const refetched = showReceipt(inquiryId, receipt, inquiries);
    // The receipt does not say what the winner answered. A held answer of one's own can be undone at once.
    if (receipt.heldUntil === undefined) await refetched;
    return { type: "done", reply };
  }
  if (code === "revision-changed") {
    await inquiries.refetch(inquiryId);
    // The card shows that the questions changed and has the draft; a reason and a quick answer have no other place.
    if (type === "answer" && !summary) return { type: "done", reply };
  }
  // Its card then says that the question is not there any more.
  if (code === "inquiry-unknown") await inquiries.refetch(inquiryId);
  return { type: "refused", problem: reply.error };
}

async function toActionOutcome(
  submission: ActionSubmission,
  reply: SubmissionReply,
  inquiries: ShownInquiries,
): Promise<Outcome> {
  if (reply.ok) {
    showResult(submission, reply.value, inquiries);
    return { type: "done", reply };
  }
  const inquiry = await inquiries.refetch(submission.inquiryId);
  if (inquiry && isAlreadyDone(submission, inquiry)) return { type: "done", reply: { ok: true, value: inquiry } };
  return { type: "refused", problem: reply.error };
}

/** Whether the inquiry is as the action wants it, by an earlier request whose response was lost or by somebody else. */
function isAlreadyDone(submission: ActionSubmission, inquiry: Inquiry): boolean {
  switch (submission.type) {
    case "retract":
      // Where several must allow a call, it is open with one's agreement too.
      return inquiry.status === "open" && (!inquiry.quorum || inquiry.mayAnswer !== false);
    case "deliver":
      return isResolved(inquiry);
    case "extend":
      return isResolved(inquiry) || (inquiry.deadline ?? null) === submission.until;
    case "snooze":
      return isResolved(inquiry) || (inquiry.mine?.snoozedUntil ?? null) === submission.until;
  }
}

function showResult(
  submission: ResolutionSubmission | ActionSubmission,
  result: SubmissionResult,
  inquiries: ShownInquiries,
): void {
  if ("inquiryId" in result) void showReceipt(submission.inquiryId, result, inquiries, submission);
  else if ("questions" in result) {
    inquiries.show(result);
    void inquiries.refetch(submission.inquiryId);
  }
}

/** Shows the receipt at once, and everything else as soon as it was read. */
function showReceipt(
  inquiryId: string,
  receipt: Receipt,
  inquiries: ShownInquiries,
  submission?: ResolutionSubmission | ActionSubmission,
): Promise<unknown> {
  const inquiry = inquiries.get(inquiryId);
  if (inquiry) inquiries.show(withReceipt(inquiry, receipt, submission));
  return inquiries.refetch(inquiryId);
}

const resolutionTypes = {
  answer: "answered",
  delegate: "delegated",
  decline: "declined",
  dismiss: "dismissed",
} as const;

/** An inquiry as its receipt describes it. A person's own submission says what they answered, before it is read again. */
function withReceipt(
  { heldUntil: _, ...inquiry }: Inquiry,
  receipt: Receipt,
  submission?: ResolutionSubmission | ActionSubmission,
): Inquiry {
  const { heldUntil, agreement, by, at, resolution: type } = receipt;
  // Others have to agree too, and until then it is open.
  if (agreement) return { ...inquiry, mayAnswer: false, missing: agreement.missing ?? [] };
  if (heldUntil !== undefined) return { ...inquiry, status: "held", heldUntil, receipt };
  const isOwn = submission && isResolution(submission) && resolutionTypes[submission.type] === type;
  const content = isOwn ? contentOf(submission) : {};
  return {
    ...inquiry,
    status: type,
    receipt,
    resolution: { type, at, ...(by !== undefined && { by }), ...content },
  };
}

function contentOf(
  submission: ResolutionSubmission,
): Pick<NonNullable<Inquiry["resolution"]>, "answers" | "comment" | "input"> {
  if (submission.type !== "answer") {
    const { comment } = submission;
    return comment === undefined ? {} : { comment };
  }
  const { answers, comment, input } = submission.answers ?? { answers: [] };
  return { answers: [...answers], ...(comment !== undefined && { comment }), ...(input && { input }) };
}
