import type { InquiryRecord } from "@askback/core";
import type { Clock } from "../clock.ts";
import { drafterOf, type PersonalKey, type PersonalRecord, type PersonalStore, type SnoozeFilter } from "./personal.ts";

interface MemoryPersonal extends PersonalStore {
  fits(inquiryId: string, filter: SnoozeFilter): boolean;
  /** An inquiry was written: who resolved it is done with their draft. */
  written(record: InquiryRecord): void;
  erase(inquiryId: string): void;
}

interface MemoryPersonalOptions {
  readonly clock: Clock;
  readonly inquiries: ReadonlyMap<string, InquiryRecord>;
  write<Value>(work: () => Value): Promise<Value>;
}

/** What people keep, in a map of maps: by inquiry, then by person. */
export function createMemoryPersonal({ clock, inquiries, write }: MemoryPersonalOptions): MemoryPersonal {
  const kept = new Map<string, Map<string, PersonalRecord>>();

  function recordOf({ inquiryId, principal }: PersonalKey): PersonalRecord | undefined {
    return kept.get(inquiryId)?.get(principal);
  }
  function put({ inquiryId, principal }: PersonalKey, record: PersonalRecord): void {
    if (!inquiries.has(inquiryId)) return;
    const ofInquiry = kept.get(inquiryId) ?? new Map<string, PersonalRecord>();
    kept.set(inquiryId, ofInquiry.set(principal, record));
  }
  function endDraft(key: PersonalKey): void {
    const record = recordOf(key);
    if (!record) return;
    const { draft: _, ...rest } = record;
    put(key, rest);
  }
  function isSnoozed(principal: string, inquiryId: string): boolean {
    return (recordOf({ principal, inquiryId })?.snoozedUntil ?? 0) > clock.now();
  }

  return {
    fits: (inquiryId, { snoozedBy, notSnoozedBy }) =>
      (snoozedBy === undefined || isSnoozed(snoozedBy, inquiryId)) &&
      (notSnoozedBy === undefined || !isSnoozed(notSnoozedBy, inquiryId)),
    written(record) {
      const principal = drafterOf(record);
      if (principal !== undefined) endDraft({ principal, inquiryId: record.id });
    },
    erase: (inquiryId) => void kept.delete(inquiryId),

    recordsOf: async (principal, inquiryIds) =>
      new Map(
        inquiryIds.flatMap((inquiryId) => {
          const record = recordOf({ principal, inquiryId });
          return record ? [[inquiryId, record]] : [];
        }),
      ),
    saveDraft: (key, sealed) =>
      write(() => {
        const inquiry = inquiries.get(key.inquiryId);
        if (!inquiry || inquiry.resolution) return undefined;
        const draft = { sealed, savedAt: clock.now() };
        put(key, { ...recordOf(key), draft });
        return draft;
      }),
    discardDraft: (key) => write(() => endDraft(key)),
    snooze: (key, until) =>
      write(() => {
        const { snoozedUntil: _, ...rest } = recordOf(key) ?? {};
        put(key, { ...rest, ...(until !== undefined && { snoozedUntil: until }) });
      }),
    see: (key) => write(() => put(key, { ...recordOf(key), seenAt: clock.now() })),
    forgetDrafts: (ageMs) =>
      write(() => {
        for (const [inquiryId, ofInquiry] of kept)
          for (const [principal, { draft }] of ofInquiry)
            if (draft && draft.savedAt < clock.now() - ageMs) endDraft({ principal, inquiryId });
      }),
  };
}
