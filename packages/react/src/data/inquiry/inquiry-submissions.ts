import type { Inquiry } from "@askback/core/wire";
import { isResolved } from "../live/inquiry-recency.ts";
import { findResolution, isUnfinished, type OutboxEntry } from "../outbox/outbox-entry.ts";
import {
  inquiryOf,
  isResolution,
  type MessageSubmission,
  type ResolutionRequest,
  type ResolutionSubmission,
  type Submission,
} from "../outbox/submission.ts";
import type { FailedAction, Sending, WaitingAction } from "./inquiry-card.ts";

type Entries = readonly OutboxEntry[];
type ActionEntry = OutboxEntry<Exclude<Submission, ResolutionSubmission | { readonly type: "snooze" }>>;

const actions = { retract: "undo", deliver: "deliver", extend: "extend", message: "message" } as const;

/** The resolution of an inquiry that is on its way, as its card shows it. */
export function sendingOf(entries: Entries, inquiryId: string, isLive: boolean): Sending {
  const entry = findResolution(entries, inquiryId);
  if (!entry) return { status: "none" };
  const submission = toRequest(entry.submission);
  if (entry.problem) return { status: "failed", submission, problem: entry.problem };
  const isServerBusy = entry.isServerBusy && isLive;
  if (entry.status === "waiting") return { status: "queued", submission, ...(isServerBusy && { isServerBusy }) };
  return { status: "sending", submission, isSlow: entry.isSlow };
}

function toRequest(submission: ResolutionSubmission): ResolutionRequest {
  if (submission.type === "answer") return { type: "answer", hold: submission.hold };
  const { type, comment } = submission;
  return { type, ...(comment !== undefined && { comment }) };
}

/** The last action on an inquiry that takes long to reach the server. */
export function waitingActionOf(entries: Entries, inquiry: Inquiry): WaitingAction | undefined {
  const entry = actionsOn(entries, inquiry.id).findLast(
    (one) => isUnfinished(one) && (one.status === "waiting" || one.isSlow),
  );
  if (!entry) return undefined;
  const action = actions[entry.submission.type];
  const hasAgreed = action === "undo" && inquiry.status === "open" && inquiry.quorum !== undefined;
  const isOver =
    action === "extend" ? isResolved(inquiry) : action !== "message" && inquiry.status !== "held" && !hasAgreed;
  if (isOver) return undefined;
  return { action, ...(action === "message" && isCancellable(entry) && { canCancel: true }) };
}

/** The last action on an inquiry that the server refused. */
export function failedActionOf(entries: Entries, inquiry: Inquiry): FailedAction | undefined {
  const entry = actionsOn(entries, inquiry.id).findLast(({ status }) => status === "failed");
  if (!entry?.problem) return undefined;
  const action = actions[entry.submission.type];
  if (!isResolved(inquiry) || action === "message") return { action, problem: entry.problem };
  return action === "undo" ? { action: "undoLate", problem: entry.problem } : undefined;
}

/** The recovered text of an inquiry that was sent as a message and refused. */
export function refusedMessageOf(entries: Entries, inquiryId: string): MessageSubmission | undefined {
  return messagesOf(entries, inquiryId, ({ status }) => status === "failed")[0];
}

/** The recovered texts of an inquiry that wait to be sent as messages. */
export function waitingMessagesOf(entries: Entries, inquiryId: string): readonly MessageSubmission[] {
  return messagesOf(entries, inquiryId, isCancellable);
}

function isCancellable({ status, isInFlight }: OutboxEntry): boolean {
  return status === "waiting" && !isInFlight;
}

function messagesOf(
  entries: Entries,
  inquiryId: string,
  isChosen: (entry: OutboxEntry) => boolean,
): readonly MessageSubmission[] {
  return actionsOn(entries, inquiryId).flatMap((entry) =>
    entry.submission.type === "message" && isChosen(entry) ? [entry.submission] : [],
  );
}

/** What a card shows: a snooze is for the inbox alone, which tells of it. */
function actionsOn(entries: Entries, inquiryId: string): readonly ActionEntry[] {
  return entries.filter(
    (entry): entry is ActionEntry =>
      !isResolution(entry.submission) &&
      entry.submission.type !== "snooze" &&
      inquiryOf(entry.submission) === inquiryId,
  );
}
