import type { Client } from "@askback/client";
import type { Draft, SavedDraft } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import { isSameDraft } from "./draft-fields.ts";

const serverMs = 2_000;

/** The drafts that the server keeps, for the other devices of the same person. A failure is silent: the next change tries again. */
export interface ServerDrafts {
  find(inquiryId: string): Promise<SavedDraft | undefined>;
  keep(inquiryId: string, draft: Draft): void;
  discard(inquiryId: string): Promise<void>;
  /** Saves nothing more of it: another tab has discarded it. */
  forget(inquiryId: string): void;
  close(): void;
}

export interface ServerDraftsOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly device: string;
  /** Whether the person may answer, and so keep drafts at all. */
  readonly mayKeep: () => boolean;
}

export function createServerDrafts({ client, clock, device, mayKeep }: ServerDraftsOptions): ServerDrafts {
  const timers = new Map<string, () => void>();
  const saved = new Map<string, Draft>();
  /** What is to be saved, one after the other, so that an older draft never arrives last. */
  const newest = new Map<string, Draft>();
  const saving = new Map<string, Promise<void>>();

  function save(inquiryId: string, draft: Draft): void {
    timers.delete(inquiryId);
    const last = saved.get(inquiryId);
    if (!mayKeep() || (last && isSameDraft(last, draft))) return;
    newest.set(inquiryId, draft);
    const before = saving.get(inquiryId) ?? Promise.resolve();
    saving.set(
      inquiryId,
      before.then(async () => {
        if (newest.get(inquiryId) !== draft) return;
        const { ok } = await client.inquiries.saveDraft(inquiryId, { draft, device });
        if (ok) saved.set(inquiryId, draft);
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
      newest.delete(inquiryId);
    },
    close() {
      for (const inquiryId of [...timers.keys()]) cancel(inquiryId);
    },
  };
}
