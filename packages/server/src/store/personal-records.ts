import type { InquiryRecord } from "@askback/core";

/** The server stores this for one person and one inquiry; nobody else sees it. */
export interface PersonalRecord {
  readonly draft?: EncryptedDraft;
  readonly snoozedUntil?: number;
  readonly seenAt?: number;
}

/** A draft of an answer; the store never sees its text. */
export interface EncryptedDraft {
  readonly ciphertext: string;
  readonly savedAt: number;
}

export interface PersonalKey {
  readonly principal: string;
  readonly inquiryId: string;
}

/**
 * Personal records never change a conversation's version, and are erased with the conversation. The commit that resolves
 * an inquiry also ends the draft of the person who resolved it; a draft saved concurrently may remain until
 * `deleteOldDrafts`.
 */
export interface PersonalStore {
  /** A person's records for these inquiries, by inquiry id. */
  recordsOf(principal: string, inquiryIds: readonly string[]): Promise<ReadonlyMap<string, PersonalRecord>>;
  /** Saves nothing and returns undefined where the inquiry is resolved or gone. */
  saveDraft(key: PersonalKey, ciphertext: string): Promise<EncryptedDraft | undefined>;
  discardDraft(key: PersonalKey): Promise<void>;
  /** Snoozes an inquiry until a time; undefined ends the snooze. */
  snooze(key: PersonalKey, until: number | undefined): Promise<void>;
  markSeen(key: PersonalKey): Promise<void>;
  deleteOldDrafts(ageMs: number): Promise<void>;
}

export interface SnoozeFilter {
  readonly snoozedBy?: string | undefined;
  readonly notSnoozedBy?: string | undefined;
}

/** Resolutions that end the draft of the person who made them; a chat message leaves the draft. */
export const draftEndingResolutions = ["answered", "delegated", "declined", "dismissed"] as const;

/** The person whose draft ended with the resolution of this inquiry. */
export function personWithEndedDraft({ resolution }: InquiryRecord): string | undefined {
  const endsDraft = draftEndingResolutions.some((type) => type === resolution?.type);
  return endsDraft && resolution && "by" in resolution ? resolution.by : undefined;
}

export function rowToPersonalRecord(row: Readonly<Record<string, unknown>>): PersonalRecord {
  return {
    ...(row.draft !== null && { draft: { ciphertext: String(row.draft), savedAt: Number(row.drafted_at) } }),
    ...(row.snoozed_until !== null && { snoozedUntil: Number(row.snoozed_until) }),
    ...(row.seen_at !== null && { seenAt: Number(row.seen_at) }),
  };
}
