import { aborted, type Client, type Connection } from "@askback/client";
import type { ReadableAtom } from "nanostores";
import type { Clock } from "../clock.ts";
import type { Uploads } from "../files/uploads.ts";
import type { RunLocked } from "../storage/browser-storage.ts";
import type { EntryList } from "./entry-list.ts";
import type { Network } from "./network.ts";
import { isBlocked, isUndone, isUnfinished, type OutboxEntry } from "./outbox-entry.ts";
import {
  isResolution,
  mustPrecede,
  type ResolutionSubmission,
  type Submission,
  sendSubmission,
  targetOf,
} from "./submission.ts";
import { type Outcome, type ShownInquiries, toOutcome, toWaiting } from "./submission-outcome.ts";
import type { SubmissionStore } from "./submission-store.ts";

const slowMs = 3_000;
const firstRetryMs = 15_000;
const maxRetryMs = 60_000;
/** A tab stores an entry in a few seconds, so that one that is `new` for longer was left by a tab that is gone. */
const maxNewMs = 15_000;
/** A sent message is in the transcript long before, and nobody shows it if it is still here. */
const maxSentMs = 60_000;

/** Sends the entries of an outbox, in order for each target, until the server has answered. */
export interface Sender {
  /** Whether an entry can be sent now. */
  isReady(entry: OutboxEntry): boolean;
  send(entry: OutboxEntry): void;
  /** Sends what waits and can be sent. */
  flush(): void;
  /** Also sends whenever there is a connection and, less and less often, on a timer; returns how to stop. */
  start(): () => void;
}

export interface SenderOptions {
  readonly client: Client;
  readonly uploads: Pick<Uploads, "upload" | "forget" | "uploadAgain">;
  readonly list: EntryList;
  readonly store: SubmissionStore;
  readonly runLocked: RunLocked;
  /** Whether this tab is storing a submission, and sends it itself then. */
  readonly isStoring: (id: string) => boolean;
  readonly owner: Promise<string>;
  readonly inquiries: ShownInquiries;
  readonly connection: ReadableAtom<Connection>;
  readonly network: Network;
  readonly clock: Clock;
}

interface AttemptOptions {
  readonly signal: AbortSignal;
  readonly isTimer: boolean;
  /** When the timer was set. */
  readonly since: number;
}

export function createSender(options: SenderOptions): Sender {
  const { client, uploads, list, store, runLocked, isStoring, owner, inquiries, connection, network, clock } = options;
  const { entries, find } = list;
  /** The attempts of this tab, by id. */
  const attempts = new Map<string, AbortController>();
  /** When this tab stored that it has tried, by id. */
  const ownTries = new Map<string, number>();
  let blocked: readonly OutboxEntry[] = [];
  let isStarted = false;
  let retryMs = firstRetryMs;
  let timerSetAt = 0;
  let cancelRetry: (() => void) | undefined;

  /** A timer also tries without a stream, since a network may block streams and let requests through. */
  function isReady(entry: OutboxEntry, isTimer = false): boolean {
    const isConnected = network.isOnline() && (isTimer || connection.get() !== "lost");
    return isStarted && isConnected && !isBlocked(entries.get(), entry);
  }

  function flush(isTimer = false, isChosen: (entry: OutboxEntry) => boolean = () => true): boolean {
    let hasSent = false;
    for (const { submission } of entries.get()) {
      const entry = find(submission.id);
      if (!entry || attempts.has(submission.id) || !isChosen(entry)) continue;
      const isDue = entry.status === "waiting" || (isTimer && isLeft(entry));
      if (!isDue || !isReady(entry, isTimer)) continue;
      hasSent = true;
      void send(entry, isTimer);
    }
    return hasSent;
  }

  /** Whether the tab that was sending or storing it may be gone. */
  function isLeft({ submission: { id, createdAt }, status }: OutboxEntry): boolean {
    if (status === "new") return !isStoring(id) && clock.now() - createdAt >= maxNewMs;
    return status === "sending";
  }

  function scheduleRetry(): void {
    if (!isStarted || cancelRetry || !entries.get().some(isUnfinished)) return;
    timerSetAt = clock.now();
    cancelRetry = clock.after(retryMs, () => {
      cancelRetry = undefined;
      if (flush(true)) retryMs = Math.min(2 * retryMs, maxRetryMs);
      scheduleRetry();
    });
  }

  /** Follows what this tab and others do with the entries. */
  function handleChange(): void {
    for (const [id, attempt] of attempts) if (!find(id)) attempt.abort();
    const before = blocked;
    blocked = entries.get().filter((entry) => entry.status === "waiting" && isBlocked(entries.get(), entry));
    const isStillBlocked = ({ submission }: OutboxEntry) =>
      blocked.some((entry) => entry.submission.id === submission.id);
    for (const { submission } of before.filter((entry) => !isStillBlocked(entry))) {
      const entry = find(submission.id);
      if (entry?.status === "waiting" && isReady(entry)) void send(entry);
    }
    scheduleRetry();
  }

  /** A retry on a timer mostly fails, so that its entry is shown as waiting meanwhile. */
  async function send(entry: OutboxEntry, isTimer = false): Promise<void> {
    const { submission } = entry;
    const { id } = submission;
    const controller = new AbortController();
    const { signal } = controller;
    const since = timerSetAt;
    attempts.set(id, controller);
    if (!isTimer) list.change(id, { status: "sending", isSlow: false, isAttempted: entry.isAttempted });
    const cancelSlow = clock.after(slowMs, () => {
      if (find(id)?.status === "sending") list.change(id, { isSlow: true });
    });
    let outcome: Outcome | undefined;
    try {
      const lock = `outbox ${await owner} ${targetOf(submission)}`;
      await runLocked(lock, async () => {
        outcome = await attempt(entry, { signal, isTimer, since });
        cancelSlow();
        if (outcome) await conclude(submission, outcome);
      });
    } finally {
      cancelSlow();
      if (attempts.get(id) === controller) attempts.delete(id);
      if (outcome?.type !== "waiting") ownTries.delete(id);
    }
    // Without a stream, nothing else sends what has waited for this one.
    const isOver = outcome !== undefined && outcome.type !== "waiting";
    if (isTimer && isOver) flush(true, (other) => mustPrecede(submission, other.submission));
  }

  /** Undefined if another tab has sent or discarded it, or has just tried. */
  async function attempt(entry: OutboxEntry, options: AttemptOptions): Promise<Outcome | undefined> {
    const { signal, isTimer, since } = options;
    const { submission } = entry;
    const { id } = submission;
    const isCurrent = () => {
      const status = find(id)?.status;
      return !signal.aborted && (status === "sending" || (isTimer && (status === "waiting" || status === "new")));
    };
    if (!isCurrent()) return undefined;
    // What this tab has just stored is not sent on a timer.
    const isOwnNew = entry.status === "new" && !isTimer;
    if (!isOwnNew && !(await store.has(id))) {
      list.forget(id);
      if (submission.type !== "message") void inquiries.refetch(submission.inquiryId);
      return undefined;
    }
    // Every tab has a timer, and the first one sends for all. What this tab tried itself may have failed long after its timer was set.
    const triedAt = isTimer ? await store.triedAt(id) : undefined;
    if (triedAt !== undefined && triedAt > since && triedAt !== ownTries.get(id)) return undefined;
    const hasWaited = entry.status === "waiting" || entry.status === "sending";
    if (hasWaited && isResolution(submission) && !submission.summary) {
      const outcome = await checkInquiry(submission);
      if (outcome) return outcome;
    }
    if (!entry.isAttempted) {
      await store.put({ submission, isAttempted: true });
    }
    if (!isCurrent()) return undefined;
    list.change(id, { isAttempted: true, isInFlight: true });
    return toOutcome(submission, await sendSubmission(client, submission, { signal, uploads }), inquiries);
  }

  /** A resolution that has waited is not sent to an inquiry that ended or changed meanwhile. Undefined if it can be sent. */
  async function checkInquiry({ inquiryId, type, revision }: ResolutionSubmission): Promise<Outcome | undefined> {
    const read = await client.inquiries.get(inquiryId);
    const isGone = !read.ok && (read.error.status === 404 || read.error.status === 410);
    if (!read.ok && !isGone) return toWaiting(read.error);
    // The server itself refuses a resolution that names another revision.
    const isSame = read.ok && (type !== "answer" || read.value.revision === revision);
    if (isSame && read.value.status === "open") return undefined;
    await inquiries.refetch(inquiryId);
    if (!read.ok) return { type: "done", reply: read };
    const { receipt } = read.value;
    return { type: "done", reply: { ok: false, error: { ...aborted, ...(receipt && { receipt }) } } };
  }

  async function conclude(submission: Submission, outcome: Outcome): Promise<void> {
    const { id } = submission;
    const entry = find(id);
    if (!entry) return;
    const isPlainMessage =
      submission.type === "message" && submission.recoveredFrom === undefined && submission.replaces === undefined;
    if (outcome.type !== "done" && isUndone(entries.get(), entry)) {
      // What is left to send is the undo.
      list.remove(id, { ok: false, error: aborted });
      await store.remove(id);
    } else if (outcome.type === "waiting") {
      const busy = outcome.isServerBusy && ({ isServerBusy: true } as const);
      list.change(id, { status: "waiting", isSlow: false, isInFlight: false, ...busy });
      ownTries.set(id, await store.markTried(id));
    } else if (outcome.type === "refused") {
      const { problem } = outcome;
      // A refused action is offered anew on its card; texts and picks are stored until the person decides.
      if (submission.type === "message" || isResolution(submission))
        await store.put({ submission, isAttempted: true, problem });
      else await store.remove(id);
      list.change(id, { status: "failed", isSlow: false, isInFlight: false, problem }, { ok: false, error: problem });
    } else {
      const { reply } = outcome;
      retryMs = firstRetryMs;
      const isSent = isPlainMessage && reply.ok && "version" in reply.value;
      if (isSent) {
        const { version } = reply.value;
        list.change(id, { status: "sent", isSlow: false, isInFlight: false, version }, reply);
      } else list.remove(id, reply);
      await store.remove(id);
    }
  }

  /** While the stream is lost, the transcript may lack it. */
  function hideSent(id: string): void {
    clock.after(maxSentMs, () => {
      if (connection.get() === "lost") hideSent(id);
      else list.hide(({ submission, status }) => submission.id === id && status === "sent");
    });
  }

  return {
    isReady,
    send: (entry) => void send(entry),
    flush: () => void flush(),
    start() {
      isStarted = true;
      const onConnected = () => {
        retryMs = firstRetryMs;
        flush();
      };
      const stops = [
        entries.listen(handleChange),
        list.onReply(({ id }) => find(id)?.status === "sent" && hideSent(id)),
        network.onChange(() => network.isOnline() && onConnected()),
        connection.listen(() => connection.get() === "live" && onConnected()),
      ];
      return () => {
        isStarted = false;
        for (const stop of stops) stop();
        cancelRetry?.();
        cancelRetry = undefined;
      };
    },
  };
}
