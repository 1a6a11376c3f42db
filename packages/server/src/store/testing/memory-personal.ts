import type { InquiryRecord } from "@askback/core";
import type { Clock } from "../../clock.ts";
import {
  type PersonalKey,
  type PersonalRecord,
  type PersonalStore,
  personWithEndedDraft,
  type SnoozeFilter,
} from "../personal-records.ts";

interface MemoryPersonal extends PersonalStore {
  matches(inquiryId: string, filter: SnoozeFilter): boolean;
  /** Ends the draft of the person who resolved the inquiry. */
  handleInquiry(record: InquiryRecord): void;
  erase(inquiryId: string): void;
}

interface MemoryPersonalOptions {
  readonly clock: Clock;
  readonly inquiries: ReadonlyMap<string, InquiryRecord>;
  write<Value>(work: () => Value): Promise<Value>;
}

/** Personal records in a map of maps: by inquiry, then by person. */
export function createMemoryPersonal({ clock, inquiries, write }: MemoryPersonalOptions): MemoryPersonal {
  const recordsByInquiry = new Map<string, Map<string, PersonalRecord>>();

  function recordOf({ inquiryId, principal }: PersonalKey): PersonalRecord | undefined {
    return recordsByInquiry.get(inquiryId)?.get(principal);
  }
  function put({ inquiryId, principal }: PersonalKey, record: PersonalRecord): void {
    if (!inquiries.has(inquiryId)) return;
    const ofInquiry = recordsByInquiry.get(inquiryId) ?? new Map<string, PersonalRecord>();
    recordsByInquiry.set(inquiryId, ofInquiry.set(principal, record));
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
    matches: (inquiryId, { snoozedBy, notSnoozedBy }) =>
      (snoozedBy === undefined || isSnoozed(snoozedBy, inquiryId)) &&
      (notSnoozedBy === undefined || !isSnoozed(notSnoozedBy, inquiryId)),
    handleInquiry(record) {
      const principal = personWithEndedDraft(record);
      if (principal !== undefined) endDraft({ principal, inquiryId: record.id });
    },
    erase: (inquiryId) => void recordsByInquiry.delete(inquiryId),

    recordsOf: async (principal, inquiryIds) =>
      new Map(
        inquiryIds.flatMap((inquiryId) => {
          const record = recordOf({ principal, inquiryId });
          return record ? [[inquiryId, record]] : [];
        }),
      ),
    saveDraft: (key, ciphertext) =>
      write(() => {
        const inquiry = inquiries.get(key.inquiryId);
        if (!inquiry || inquiry.resolution) return undefined;
        const draft = { ciphertext, savedAt: clock.now() };
        put(key, { ...recordOf(key), draft });
        return draft;
      }),
    discardDraft: (key) => write(() => endDraft(key)),
    snooze: (key, until) =>
      write(() => {
        const { snoozedUntil: _, ...rest } = recordOf(key) ?? {};
        put(key, { ...rest, ...(until !== undefined && { snoozedUntil: until }) });
      }),
    markSeen: (key) => write(() => put(key, { ...recordOf(key), seenAt: clock.now() })),
    deleteOldDrafts: (ageMs) =>
      write(() => {
        for (const [inquiryId, ofInquiry] of recordsByInquiry)
          for (const [principal, { draft }] of ofInquiry)
            if (draft && draft.savedAt < clock.now() - ageMs) endDraft({ principal, inquiryId });
      }),
  };
}
