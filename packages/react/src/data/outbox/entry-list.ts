import { aborted } from "@askback/client";
import { atom, type ReadableAtom } from "nanostores";
import type { TabChannel } from "../storage/browser-storage.ts";
import type { OutboxEntry } from "./outbox-entry.ts";
import type { Submission } from "./submission.ts";
import type { SubmissionReply } from "./submission-outcome.ts";

export type ReplyListener = (submission: Submission, reply: SubmissionReply) => void;

/** The entries of an outbox, the same in all tabs of a person. */
export interface EntryList {
  readonly entries: ReadableAtom<readonly OutboxEntry[]>;
  find(id: string): OutboxEntry | undefined;
  /** Adds entries of the browser's storage, which the other tabs have as well. */
  restore(restored: readonly OutboxEntry[]): void;
  add(entry: OutboxEntry): void;
  /** Changes an entry; `reply` is what the server answered, if it did. */
  change(id: string, changes: Partial<OutboxEntry>, reply?: SubmissionReply): void;
  remove(id: string, reply?: SubmissionReply): void;
  /** Removes an entry in this tab alone, because another tab has removed it. */
  forget(id: string): void;
  /** Removes entries in this tab alone. */
  hide(isHidden: (entry: OutboxEntry) => boolean): void;
  /** Resolves with the server's answer to a submission, whichever tab sends it. */
  replyTo(id: string): Promise<SubmissionReply>;
  onReply(listener: ReplyListener): () => void;
  /** Begins to receive from other tabs; returns how to stop. */
  open(): () => void;
}

/** What a tab tells the others about an entry. */
interface EntryMessage {
  readonly id: string;
  /** Undefined if it was removed. */
  readonly entry?: OutboxEntry;
  /** Whether a tab without the entry adds it. Otherwise that tab has removed it, and its removal was missed here. */
  readonly isAdded?: boolean;
  readonly reply?: SubmissionReply;
}

export interface EntryListOptions {
  readonly tabs: TabChannel;
  /** Names the person: tabs of another person receive nothing. */
  readonly owner: Promise<string>;
  /** Called for a reply that another tab received, before its entry changes. */
  readonly onRemoteReply: ReplyListener;
}

export function createEntryList({ tabs, owner, onRemoteReply }: EntryListOptions): EntryList {
  const entries = atom<readonly OutboxEntry[]>([]);
  const replies = new Map<string, PromiseWithResolvers<SubmissionReply>>();
  const listeners = new Set<ReplyListener>();
  let knownOwner: string | undefined;
  void owner.then((name) => {
    knownOwner = name;
  });

  function find(id: string): OutboxEntry | undefined {
    return entries.get().find(({ submission }) => submission.id === id);
  }

  function update({ id, entry, isAdded, reply }: EntryMessage): void {
    const before = entries.get();
    const at = before.findIndex(({ submission }) => submission.id === id);
    const { submission } = entry ?? before[at] ?? {};
    if (at >= 0) entries.set(entry ? before.with(at, entry) : before.toSpliced(at, 1));
    else if (entry && isAdded) entries.set([...before, entry]);
    if (!submission || !reply) return;
    replies.get(id)?.resolve(reply);
    replies.delete(id);
    for (const listener of [...listeners]) listener(submission, reply);
  }

  function updateAll(message: EntryMessage): void {
    update(message);
    if (knownOwner !== undefined) tabs.post({ outbox: knownOwner, message });
  }

  return {
    entries,
    find,
    restore(restored) {
      const added = restored.filter(({ submission }) => !find(submission.id));
      if (added.length > 0) entries.set([...added, ...entries.get()]);
    },
    add: (entry) => updateAll({ id: entry.submission.id, entry, isAdded: true }),
    change(id, changes, reply) {
      const before = find(id);
      if (!before) return;
      // Both tell of the last request alone.
      const { problem: _, isServerBusy: __, ...rest } = before;
      // A tab that was opened while the entry was being stored does not have it yet.
      const isAdded = before.status === "new";
      updateAll({ id, entry: { ...rest, ...changes }, isAdded, ...(reply && { reply }) });
    },
    remove: (id, reply) => updateAll({ id, ...(reply && { reply }) }),
    forget: (id) => update({ id, reply: { ok: false, error: aborted } }),
    hide(isHidden) {
      const shown = entries.get().filter((entry) => !isHidden(entry));
      if (shown.length < entries.get().length) entries.set(shown);
    },
    replyTo(id) {
      const reply = replies.get(id) ?? Promise.withResolvers<SubmissionReply>();
      replies.set(id, reply);
      return reply.promise;
    },
    onReply(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () =>
      tabs.onMessage((received) => {
        if (!isFrom(received, knownOwner)) return;
        const { id, entry = find(id), reply } = received.message;
        if (entry && reply) onRemoteReply(entry.submission, reply);
        update(received.message);
      }),
  };
}

function isFrom(received: unknown, owner: string | undefined): received is { readonly message: EntryMessage } {
  if (owner === undefined || typeof received !== "object" || received === null) return false;
  return "outbox" in received && received.outbox === owner;
}
