import type { InquiryRecord } from "@askback/core";

/** What one person keeps for one inquiry. It concerns nobody else. */
export interface PersonalRecord {
  /** What they have written so far; only whoever sealed it can read it. */
  readonly draft?: SealedDraft;
  readonly snoozedUntil?: number;
  readonly seenAt?: number;
}

export interface SealedDraft {
  readonly sealed: string;
  readonly savedAt: number;
}

export interface PersonalKey {
  readonly principal: string;
  readonly inquiryId: string;
}

/**
 * What people keep for inquiries. Nothing here raises a conversation's version, and all of it is erased with the
 * conversation. The commit that resolves an inquiry by its author's own wish also ends that author's draft; one that is
 * saved in that very moment may outlive it until `forgetDrafts`.
 */
export interface PersonalStore {
  /** What a person keeps for these inquiries, by inquiry id. */
  recordsOf(principal: string, inquiryIds: readonly string[]): Promise<ReadonlyMap<string, PersonalRecord>>;
  /** Undefined, and nothing is kept, where the inquiry is resolved or gone. */
  saveDraft(key: PersonalKey, sealed: string): Promise<SealedDraft | undefined>;
  discardDraft(key: PersonalKey): Promise<void>;
  /** Puts an inquiry off until a time; undefined brings it back. */
  snooze(key: PersonalKey, until: number | undefined): Promise<void>;
  see(key: PersonalKey): Promise<void>;
  /** Forgets drafts that were saved longer ago than this. */
  forgetDrafts(ageMs: number): Promise<void>;
}

/** Which open inquiries, by what a person has put off for now. */
export interface SnoozeFilter {
  readonly snoozedBy?: string | undefined;
  readonly notSnoozedBy?: string | undefined;
}

/** How an inquiry must end for the draft of who ended it to be of no more use; text sent in the chat leaves it be. */
export const endingsOfDrafts = ["answered", "delegated", "declined", "dismissed"] as const;

/** Whose draft ends with this resolution. */
export function drafterOf({ resolution }: InquiryRecord): string | undefined {
  const isEnding = endingsOfDrafts.some((type) => type === resolution?.type);
  return isEnding && resolution && "by" in resolution ? resolution.by : undefined;
}

export function rowToPersonalRecord(row: Readonly<Record<string, unknown>>): PersonalRecord {
  return {
    ...(row.draft !== null && { draft: { sealed: String(row.draft), savedAt: Number(row.drafted_at) } }),
    ...(row.snoozed_until !== null && { snoozedUntil: Number(row.snoozed_until) }),
    ...(row.seen_at !== null && { seenAt: Number(row.seen_at) }),
  };
}
