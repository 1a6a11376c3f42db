import { aborted, type Failure } from "@askback/client";
import type { ReadableAtom } from "nanostores";
import type { Uploads } from "../files/uploads.ts";
import type { BrowserStorage } from "../storage/browser-storage.ts";
import { createEntryList, type ReplyListener } from "./entry-list.ts";
import {
  findConflict,
  findReplaced,
  findResolution,
  findSame,
  isUnfinished,
  mayHaveArrived,
  type OutboxEntry,
} from "./outbox-entry.ts";
import { createSender, type SenderOptions } from "./sender.ts";
import type { Submission, SubmissionContent, SubmissionSummary } from "./submission.ts";
import { type SubmissionReply, showReply } from "./submission-outcome.ts";
import { createSubmissionStore } from "./submission-store.ts";

export interface Submitted {
  /** Resolves when the submission is stored in the browser, or the browser cannot store it. */
  readonly stored: Promise<void>;
  /** Resolves when the server has answered, which may take as long as it cannot be reached. */
  readonly reply: Promise<SubmissionReply>;
  /** Whether it was not accepted, because another resolution of the inquiry may have been sent already. */
  readonly isConflict: boolean;
}

/**
 * The one way to send something in a person's name. A submission is stored in the browser before it is sent and removed when
 * the server has answered, so that it survives a reload. All tabs show the same submissions, and one of them sends.
 */
export interface Outbox {
  /** In the order in which they were given. */
  readonly entries: ReadableAtom<readonly OutboxEntry[]>;
  /** A second submit of the same, while the first is on its way, is the first. */
  submit(content: SubmissionContent): Submitted;
  /** Takes a resolution back: cancels it if it was never sent, and sends an undo if it was. Resolves to whether it is undone. */
  undo(inquiry: InquiryRef, summary?: SubmissionSummary): Promise<boolean>;
  retry(id: string): void;
  /** Gives a submission up; the files of a message are deleted from the browser. */
  discard(id: string): void;
  /** Gives a message up whose text and files its author goes on with. */
  takeBack(id: string): void;
  /** Forgets the sent messages that a shown version of their conversation includes. */
  markShown(conversationId: string, version: number): void;
  /** Calls back when the server has answered a submission, in every tab; returns how to unsubscribe. */
  onReply(listener: ReplyListener): () => void;
  /** Deletes everything of this person, on sign-out. */
  clear(): Promise<void>;
  /** Sends what waits, now and whenever there is a connection; returns how to stop. */
  start(): () => void;
}

interface InquiryRef {
  readonly id: string;
  readonly conversationId: string;
}

export interface OutboxOptions extends Omit<SenderOptions, "list" | "store" | "runLocked" | "isStoring"> {
  readonly uploads: SenderOptions["uploads"] & Pick<Uploads, "drop">;
  readonly storage: Pick<BrowserStorage, "database" | "tabs" | "runLocked">;
  /** Names the person, who may not be known yet. */
  readonly owner: Promise<string>;
  readonly newKey: () => string;
}

/** The reply to a resolution, while another one of the inquiry may have been sent already. */
const conflict: Failure = {
  type: "about:blank",
  status: 409,
  code: "answer-on-its-way",
  title: "Another answer is on its way",
  hint: "Wait until it has arrived, or cancel it.",
};

export function createOutbox(options: OutboxOptions): Outbox {
  const { uploads, storage, owner, inquiries, clock, newKey } = options;
  const { database, tabs, runLocked } = storage;
  const store = createSubmissionStore(database, owner, clock.now);
  const list = createEntryList({
    tabs,
    owner,
    onRemoteReply: (submission, reply) => showReply(submission, reply, inquiries),
  });
  const { entries, find } = list;
  /** By id, what this tab has not stored yet. */
  const storing = new Map<string, Promise<void>>();
  const sender = createSender({ ...options, list, store, runLocked, isStoring: (id) => storing.has(id) });

  function submit(content: SubmissionContent): Submitted {
    const same = findSame(entries.get(), content);
    if (same) {
      const { id } = same.submission;
      const reply = list.replyTo(id);
      retry(id);
      return { stored: storing.get(id) ?? Promise.resolve(), reply, isConflict: false };
    }
    if (findConflict(entries.get(), content))
      return { stored: Promise.resolve(), reply: Promise.resolve({ ok: false, error: conflict }), isConflict: true };
    for (const { submission } of findReplaced(entries.get(), content)) discard(submission.id);
    const submission: Submission = { ...content, id: newKey(), createdAt: clock.now() };
    const entry: OutboxEntry = { submission, status: "new", isSlow: false, isAttempted: false, isInFlight: false };
    const reply = list.replyTo(submission.id);
    list.add(entry);
    const stored = storeAndSend(submission, sender.isReady(entry)).finally(() => storing.delete(submission.id));
    storing.set(submission.id, stored);
    return { stored, reply, isConflict: false };
  }

  async function storeAndSend(submission: Submission, isAttempted: boolean): Promise<void> {
    const { id } = submission;
    await store.put({ submission, isAttempted });
    const entry = find(id);
    if (!entry) return store.remove(id);
    if (sender.isReady(entry)) sender.send({ ...entry, isAttempted });
    else list.change(id, { status: "waiting", isAttempted });
  }

  function retry(id: string): void {
    const entry = find(id);
    if (!entry || (entry.status !== "failed" && entry.status !== "waiting")) return;
    if (sender.isReady(entry)) sender.send(entry);
    else if (entry.status === "failed") void storeRetry(entry);
  }

  /** Stores that a refused submission is to be sent again, so that it is also after a reload. */
  async function storeRetry({ submission }: OutboxEntry): Promise<void> {
    const { id } = submission;
    await store.put({ submission, isAttempted: true });
    const entry = find(id);
    if (!entry) return store.remove(id);
    if (entry.status !== "failed") return;
    if (sender.isReady(entry)) sender.send(entry);
    else list.change(id, { status: "waiting" });
  }

  function discard(id: string): void {
    const submission = find(id)?.submission;
    takeBack(id);
    if (submission?.type === "message") for (const { key } of submission.files ?? []) void uploads.drop(key);
  }

  function takeBack(id: string): void {
    list.remove(id, { ok: false, error: aborted });
    void store.remove(id);
  }

  async function restore(): Promise<void> {
    const stored = await store.all();
    list.restore(
      stored.map(({ submission, isAttempted, problem }) => ({
        submission,
        isAttempted,
        isSlow: false,
        isInFlight: false,
        ...(problem ? { status: "failed", problem } : { status: "waiting" }),
      })),
    );
    sender.flush();
  }

  return {
    entries,
    submit,
    async undo({ id: inquiryId, conversationId }, summary) {
      const retract = async () =>
        (await submit({ type: "retract", inquiryId, conversationId, ...(summary && { summary }) }).reply).ok;
      const given = findResolution(entries.get(), inquiryId);
      if (!given || !isUnfinished(given)) return retract();
      const { submission, status, isInFlight } = given;
      const isHeld = submission.type === "answer" && submission.hold > 0;
      // While its request is on its way, the undo must follow it.
      if ((status === "sending" || isInFlight) && isHeld) return retract();
      discard(submission.id);
      if (mayHaveArrived(given) && isHeld) return retract();
      if (!mayHaveArrived(given)) return true;
      return (await inquiries.refetch(inquiryId))?.status === "open";
    },
    retry,
    discard,
    takeBack,
    markShown: (conversationId, shown) =>
      list.hide(
        ({ submission, status, version }) =>
          status === "sent" &&
          submission.conversationId === conversationId &&
          version !== undefined &&
          version <= shown,
      ),
    onReply: list.onReply,
    async clear() {
      list.hide(() => true);
      await store.clear();
    },
    start() {
      const stops = [list.open(), sender.start()];
      void restore();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
