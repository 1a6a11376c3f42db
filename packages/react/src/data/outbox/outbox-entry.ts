import type { Failure } from "@askback/client";
import {
  inquiryOf,
  isResolution,
  mustPrecede,
  type ResolutionSubmission,
  type Submission,
  type SubmissionContent,
  targetOf,
} from "./submission.ts";

/** A submission on its way to the server. */
export interface OutboxEntry<Some extends Submission = Submission> {
  readonly submission: Some;
  /** `new` until the browser has stored it, so that only what survives a reload is said to wait. */
  readonly status: "new" | "waiting" | "sending" | "failed" | "sent";
  readonly isSlow: boolean;
  /** Whether a request for it was begun, so that it may have arrived. */
  readonly isAttempted: boolean;
  /** Whether a tab waits for the response to a request for it, which a retry on a timer does while it is `waiting`. */
  readonly isInFlight: boolean;
  /** Whether the server answered the last request, and could not take it yet. */
  readonly isServerBusy?: true;
  /** Why the server refused it. */
  readonly problem?: Failure;
  /** The version of the conversation that has a sent message. */
  readonly version?: number;
}

type Entries = readonly OutboxEntry[];

export function isUnfinished({ status }: OutboxEntry): boolean {
  return status === "new" || status === "waiting" || status === "sending";
}

/** Whether an earlier submission must be done first. */
export function isBlocked(entries: Entries, entry: OutboxEntry): boolean {
  const at = entries.findIndex(({ submission }) => submission.id === entry.submission.id);
  return entries.slice(0, at).some((other) => isUnfinished(other) && mustPrecede(other.submission, entry.submission));
}

/** The resolution of an inquiry that is on its way, or was refused. */
export function findResolution(entries: Entries, inquiryId: string): OutboxEntry<ResolutionSubmission> | undefined {
  return entries.find(
    (entry): entry is OutboxEntry<ResolutionSubmission> =>
      isResolution(entry.submission) && entry.submission.inquiryId === inquiryId,
  );
}

/** Whether the person has undone it since. */
export function isUndone(entries: Entries, { submission }: OutboxEntry): boolean {
  if (!isResolution(submission)) return false;
  const at = entries.findIndex((entry) => entry.submission.id === submission.id);
  return entries
    .slice(at + 1)
    .some((later) => isUnfinished(later) && later.submission.type === "retract" && isOn(submission.inquiryId, later));
}

function isOn(inquiryId: string, { submission }: OutboxEntry): boolean {
  return inquiryOf(submission) === inquiryId;
}

/** The entry that a person means when they submit this, which is an equal one. */
export function findSame(entries: Entries, content: SubmissionContent): OutboxEntry | undefined {
  // Two equal messages are two messages, unless they take the place of one.
  if (content.type === "message" && content.recoveredFrom === undefined && content.replaces === undefined)
    return undefined;
  return entries.slice(firstComparable(entries, content)).find(({ submission }) => isSameContent(submission, content));
}

/** Where the entries begin that a submission can be equal to: what was given before them has been changed since. */
function firstComparable(entries: Entries, content: SubmissionContent): number {
  const { type } = content;
  const isOnSame = (entry: OutboxEntry) => isOn(targetOf(content), entry);
  // An undo means the last resolution, so that one before it is another undo.
  if (type === "retract")
    return entries.findLastIndex((entry) => isResolution(entry.submission) && isOnSame(entry)) + 1;
  // Each of these takes the place of the one before.
  if (type === "snooze" || type === "extend")
    return Math.max(
      0,
      entries.findLastIndex((entry) => entry.submission.type === type && isOnSame(entry)),
    );
  return 0;
}

/** Another resolution of the inquiry that may have been sent already, so that a person cannot give this one as well. */
export function findConflict(entries: Entries, content: SubmissionContent): OutboxEntry | undefined {
  return entries.find((entry) => isOtherResolution(entry, content) && isUnfinished(entry) && mayHaveArrived(entry));
}

/** Whether a request for it was begun, or may be at any moment. */
export function mayHaveArrived({ status, isAttempted }: OutboxEntry): boolean {
  return status === "sending" || isAttempted;
}

function isOtherResolution(entry: OutboxEntry, content: SubmissionContent): boolean {
  return isResolution(content) && isResolution(entry.submission) && isOn(content.inquiryId, entry);
}

function isSameContent({ id, createdAt, ...before }: Submission, content: SubmissionContent): boolean {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(before) === sorted(content);
}

/**
 * The entries that a new submission replaces: refused ones of its inquiry, a resolution that was never sent, and a text in
 * place of the same message that was refused or never sent.
 */
export function findReplaced(entries: Entries, content: SubmissionContent): Entries {
  if (content.type === "message" && content.replaces !== undefined)
    return entries.filter((entry) => {
      const isInPlace = entry.submission.type === "message" && entry.submission.replaces === content.replaces;
      return isInPlace && (entry.status === "failed" || !mayHaveArrived(entry));
    });
  const inquiryId = inquiryOf(content);
  if (inquiryId === undefined) return [];
  return entries.filter((entry) => {
    const { submission, status } = entry;
    if (!isOn(inquiryId, entry)) return false;
    // A refused text is replaced by a text alone, since nothing else has it.
    if (submission.type === "message") return status === "failed" && content.type === "message";
    if (isResolution(submission)) return isOtherResolution(entry, content);
    return status === "failed";
  });
}
