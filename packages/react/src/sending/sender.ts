import type { Client } from "@askback/client";
import type { Inquiry, Receipt } from "@askback/core/wire";
import type { Sending, Wish } from "../card/inquiry-card.ts";
import type { Clock } from "../clock.ts";
import type { DraftedAnswers } from "../draft/answer-of-draft.ts";
import { type Cell, createCell } from "../live/cell.ts";
import type { LiveState } from "../live/create-live.ts";
import { valueIn } from "../live/known.ts";
import type { Source } from "../live/source.ts";
import { type Job, sendJob } from "./job.ts";
import type { Outbox } from "./outbox.ts";
import { afterSending, notSending, type SendingEvent } from "./sending.ts";
import { settledBy } from "./settled-inquiry.ts";

const slowMs = 3_000;
/** What waits is tried again now and then, since a stream can be alive where a request was lost. */
const againMs = 15_000;

/** Brings what people wish of inquiries to the server, once. */
export interface Sender {
  sending(inquiryId: string): Source<Sending>;
  send(inquiry: Inquiry, wish: Wish, answers?: DraftedAnswers): Promise<void>;
  /** Sends what failed or waits again, under the same key unless it, or the inquiry, was changed since. */
  retry(inquiry: Inquiry, written: Written): Promise<void>;
  cancel(inquiryId: string): Promise<void>;
  /** Sends what waits, where the inquiry is still as it was answered. */
  flush(): Promise<void>;
  /** Shows what an earlier page left in the outbox, and sends it whenever there is a connection; returns how to stop that. */
  start(): () => void;
}

/** What is written at an inquiry now. */
interface Written {
  readonly answers: DraftedAnswers;
  /** Why it is declined or dismissed; blank where it was never said. */
  readonly reason: string;
}

export interface SenderOptions {
  readonly client: Client;
  readonly live: LiveState;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly network: Network;
  readonly newKey: () => string;
}

/** Whether this device says that it has a network. */
export interface Network {
  isOnline(): boolean;
  /** Calls back when it has one again; returns how to stop that. */
  onOnline(listener: () => void): () => void;
}

export function createSender(options: SenderOptions): Sender {
  const { client, live, outbox, clock, network, newKey } = options;
  const cells = new Map<string, Cell<Sending>>();
  const jobs = new Map<string, Job>();
  const aborts = new Map<string, AbortController>();
  let isAtWork = false;
  let forgetAgain: (() => void) | undefined;

  function cellOf(inquiryId: string): Cell<Sending> {
    const cell = cells.get(inquiryId) ?? createCell<Sending>(notSending);
    cells.set(inquiryId, cell);
    return cell;
  }

  function move(inquiryId: string, event: SendingEvent): void {
    const cell = cellOf(inquiryId);
    cell.set(afterSending(cell.get(), event));
  }

  async function perform(job: Job): Promise<void> {
    const { inquiryId, wish } = job;
    if (!network.isOnline()) return queue(job);
    const abort = new AbortController();
    aborts.set(inquiryId, abort);
    jobs.set(inquiryId, job);
    move(inquiryId, { type: "began", wish });
    const forget = clock.after(slowMs, () => move(inquiryId, { type: "slowed" }));
    const reply = await sendJob(client, job, { signal: abort.signal });
    forget();
    if (aborts.get(inquiryId) !== abort) return;
    aborts.delete(inquiryId);
    if (reply.ok) return conclude(job, reply.value);
    const { status, code, receipt } = reply.error;
    if (isUnreached(status)) return queue(job);
    if (receipt) return conclude(job, receipt);
    // The card shows that the questions changed, and has the draft; a reason has no such place.
    if (code === "revision-changed" && wish.type === "answer") return end(job);
    if (code === "revision-changed") await live.look(inquiryId);
    await outbox.remove(inquiryId);
    move(inquiryId, { type: "refused", problem: reply.error });
  }

  /** Shows what the server said, whoever won. */
  async function conclude(job: Job, receipt: Receipt): Promise<void> {
    const inquiry = valueIn(live.inquiry(job.inquiryId).get());
    if (inquiry) live.learn(settledBy(inquiry, receipt));
    await end(job);
  }

  async function end({ inquiryId }: Job): Promise<void> {
    jobs.delete(inquiryId);
    await Promise.all([live.look(inquiryId), outbox.remove(inquiryId)]);
    move(inquiryId, { type: "ended" });
  }

  async function queue(job: Job): Promise<void> {
    jobs.set(job.inquiryId, job);
    move(job.inquiryId, { type: "queued", wish: job.wish });
    tryLater();
    await outbox.put(job);
  }

  function tryLater(): void {
    forgetAgain?.();
    if (isAtWork) forgetAgain = clock.after(againMs, () => void flush());
  }

  async function flush(): Promise<void> {
    await Promise.all([...jobs.values()].filter(isWaiting).map(resend));
  }

  function isWaiting(job: Job): boolean {
    return cellOf(job.inquiryId).get().status === "queued" && jobs.get(job.inquiryId) === job;
  }

  async function resend(job: Job): Promise<void> {
    const reply = await client.inquiries.get(job.inquiryId);
    const isHeld = await outbox.holds(job);
    if (!isWaiting(job)) return;
    if (!isHeld) return forget(job);
    if (!reply.ok) return isGone(reply.error.status) ? end(job) : tryLater();
    const { status, revision } = reply.value;
    // The server refuses what belongs to another revision, and says so.
    const isAsItWas = status === "open" && (revision === job.revision || job.wish.type !== "answer");
    await (isAsItWas ? perform(job) : end(job));
  }

  /** Another tab has cancelled it, or has sent it. */
  function forget({ inquiryId }: Job): void {
    jobs.delete(inquiryId);
    move(inquiryId, { type: "ended" });
    void live.look(inquiryId);
  }

  async function restore(): Promise<void> {
    for (const job of await outbox.all()) {
      if (jobs.has(job.inquiryId)) continue;
      jobs.set(job.inquiryId, job);
      move(job.inquiryId, { type: "queued", wish: job.wish });
    }
    await flush();
  }

  function current(job: Job, { revision }: Inquiry, { answers, reason }: Written): Job {
    const { wish } = job;
    const hasReason = (wish.type === "decline" || wish.type === "dismiss") && reason.trim() !== "";
    const said: Job = {
      ...job,
      revision,
      ...(wish.type === "answer" && { answers }),
      ...(hasReason && { wish: { ...wish, comment: reason } }),
    };
    return JSON.stringify(said) === JSON.stringify(job) ? job : { ...said, key: newKey() };
  }

  return {
    sending: cellOf,
    async send(inquiry, wish, answers) {
      // A second press while the first is on its way is the same wish.
      if (aborts.has(inquiry.id)) return;
      const { id: inquiryId, conversationId, revision } = inquiry;
      await perform({ inquiryId, conversationId, revision, key: newKey(), wish, ...(answers && { answers }) });
    },
    async retry(inquiry, written) {
      const job = jobs.get(inquiry.id);
      if (job && !aborts.has(inquiry.id)) await perform(current(job, inquiry, written));
    },
    async cancel(inquiryId) {
      aborts.get(inquiryId)?.abort();
      aborts.delete(inquiryId);
      jobs.delete(inquiryId);
      move(inquiryId, { type: "ended" });
      // It may have arrived before it was cancelled.
      await Promise.all([outbox.remove(inquiryId), live.look(inquiryId)]);
    },
    flush,
    start() {
      isAtWork = true;
      void restore();
      const stops = [
        network.onOnline(() => void flush()),
        live.connection.subscribe(() => void (live.connection.get() === "live" && flush())),
      ];
      return () => {
        for (const stop of stops) stop();
        isAtWork = false;
        forgetAgain?.();
      };
    },
  };
}

/** Whether nobody was there to take it: the network, or the server behind its proxy. */
function isUnreached(status: number): boolean {
  return [0, 429, 502, 503, 504].includes(status);
}

function isGone(status: number): boolean {
  return status === 404 || status === 410;
}
