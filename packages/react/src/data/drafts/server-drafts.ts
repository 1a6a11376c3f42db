import type { Client } from "@askback/client";
import type { Draft, SavedDraft } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import type { TextStorage } from "../storage/browser-storage.ts";
import { isSameDraft } from "./draft.ts";

const saveDelayMs = 2_000;

/** The drafts on the server, for the other devices of the same person. A failed save is silent and is retried with the next change. */
export interface ServerDrafts {
  find(inquiryId: string): Promise<SavedDraft | undefined>;
  save(inquiryId: string, draft: Draft): void;
  discard(inquiryId: string): Promise<void>;
  /** Cancels a save, because another tab discarded the draft. */
  cancel(inquiryId: string): void;
  /** Saves again what could not be saved. */
  retry(): void;
  close(): void;
}

export interface ServerDraftsOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly device: string;
  /** Whether the person may answer, and so save drafts at all. */
  readonly maySave: () => boolean;
  /** Called with the server's time of a save. */
  readonly onSaved: (savedAt: string) => void;
}

export function createServerDrafts({ client, clock, device, maySave, onSaved }: ServerDraftsOptions): ServerDrafts {
  const timers = new Map<string, () => void>();
  const saved = new Map<string, Draft>();
  /** By inquiry, the newest draft to save. Saves run one after the other, so that an older draft never arrives last. */
  const newest = new Map<string, Draft>();
  const saving = new Map<string, Promise<void>>();

  function saveNow(inquiryId: string, draft: Draft): void {
    timers.delete(inquiryId);
    newest.set(inquiryId, draft);
    if (!maySave()) return;
    const before = saving.get(inquiryId) ?? Promise.resolve();
    saving.set(
      inquiryId,
      before.then(async () => {
        const last = saved.get(inquiryId);
        if (newest.get(inquiryId) !== draft || (last && isSameDraft(last, draft))) return;
        const reply = await client.inquiries.saveDraft(inquiryId, { draft, device });
        if (!reply.ok) return;
        saved.set(inquiryId, draft);
        onSaved(reply.value.savedAt);
      }),
    );
  }

  function cancelTimer(inquiryId: string): void {
    timers.get(inquiryId)?.();
    timers.delete(inquiryId);
  }

  function cancel(inquiryId: string): void {
    cancelTimer(inquiryId);
    saved.delete(inquiryId);
    newest.delete(inquiryId);
  }

  return {
    async find(inquiryId) {
      const reply = await client.inquiries.draft(inquiryId);
      return reply.ok ? reply.value : undefined;
    },
    save(inquiryId, draft) {
      cancelTimer(inquiryId);
      timers.set(
        inquiryId,
        clock.after(saveDelayMs, () => saveNow(inquiryId, draft)),
      );
    },
    async discard(inquiryId) {
      cancel(inquiryId);
      await saving.get(inquiryId);
      if (maySave()) await client.inquiries.discardDraft(inquiryId);
    },
    cancel,
    retry() {
      for (const [inquiryId, draft] of newest) if (!timers.has(inquiryId)) saveNow(inquiryId, draft);
    },
    close() {
      for (const inquiryId of [...timers.keys()]) cancelTimer(inquiryId);
    },
  };
}

/** Converts times of this device to times of the server, so that drafts of both can be compared. */
export interface ServerClock {
  /** Measures the difference from a time that the server has just given. */
  learn(time: string): void;
  toServerTime(localTime: string): number;
  forget(): void;
}

export function createServerClock(text: TextStorage, clock: Clock, origin: string): ServerClock {
  const key = `clock:${origin}`;
  return {
    learn: (time) => text.set(key, String(Date.parse(time) - clock.now())),
    toServerTime: (localTime) => Date.parse(localTime) + (Number(text.get(key) ?? 0) || 0),
    forget: () => text.delete(key),
  };
}
