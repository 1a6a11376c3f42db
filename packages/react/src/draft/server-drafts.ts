import type { Client } from "@askback/client";
import type { Draft, SavedDraft } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import { isSameDraft } from "./draft-fields.ts";

const serverMs = 2_000;

/** The drafts that the server keeps, for the other devices of the same person. A failure is silent: it is tried again with the next change, or when somebody says so. */
export interface ServerDrafts {
  find(inquiryId: string): Promise<SavedDraft | undefined>;
  keep(inquiryId: string, draft: Draft): void;
  discard(inquiryId: string): Promise<void>;
  /** Saves nothing more of it: another tab has discarded it. */
  forget(inquiryId: string): void;
  /** Saves what could not be saved. */
  saveAgain(): void;
  close(): void;
}

export interface ServerDraftsOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly device: string;
  /** Whether the person may answer, and so keep drafts at all. */
  readonly mayKeep: () => boolean;
  /** Called with the time of the server when it saved something. */
  readonly onSaved: (savedAt: string) => void;
}

export function createServerDrafts({ client, clock, device, mayKeep, onSaved }: ServerDraftsOptions): ServerDrafts {
  const timers = new Map<string, () => void>();
  const saved = new Map<string, Draft>();
  /** What is to be saved, one after the other, so that an older draft never arrives last. */
  const newest = new Map<string, Draft>();
  const saving = new Map<string, Promise<void>>();

  function save(inquiryId: string, draft: Draft): void {
    timers.delete(inquiryId);
    newest.set(inquiryId, draft);
    if (!mayKeep()) return;
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

  function cancel(inquiryId: string): void {
    timers.get(inquiryId)?.();
    timers.delete(inquiryId);
  }

  return {
    async find(inquiryId) {
      const reply = await client.inquiries.draft(inquiryId);
      return reply.ok ? reply.value : undefined;
    },
    keep(inquiryId, draft) {
      cancel(inquiryId);
      timers.set(
        inquiryId,
        clock.after(serverMs, () => save(inquiryId, draft)),
      );
    },
    async discard(inquiryId) {
      cancel(inquiryId);
      saved.delete(inquiryId);
      newest.delete(inquiryId);
      await saving.get(inquiryId);
      if (mayKeep()) await client.inquiries.discardDraft(inquiryId);
    },
    forget(inquiryId) {
      cancel(inquiryId);
      saved.delete(inquiryId);
      newest.delete(inquiryId);
    },
    saveAgain() {
      for (const [inquiryId, draft] of newest) if (!timers.has(inquiryId)) save(inquiryId, draft);
    },
    close() {
      for (const inquiryId of [...timers.keys()]) cancel(inquiryId);
    },
  };
}
