import { conversationIdOf } from "@askback/core";
import type { Clock } from "../clock.ts";
import { createClaimPoller } from "../runtime/claim-poller.ts";
import type { NewAuditEntry } from "../store/audit/audit.ts";
import type { Attempt, ClaimedNotice, NoticeSettlement, NoticeStore } from "../store/notices.ts";
import { retryDelay } from "./retry-schedule.ts";

/**
 * What one attempt led to: `dead` where another one cannot help, `withdrawn` where there is no more reason to send it, and
 * `waiting` where something else has to happen first.
 */
export interface Sent extends Pick<Attempt, "status" | "failure" | "unsent"> {
  readonly outcome: "delivered" | "failed" | "dead" | "withdrawn" | "waiting";
  readonly retryAfterMs?: number | undefined;
  /** What the channel calls what it sent, by which it can be edited later. */
  readonly reference?: string;
}

/** Sends one notice over its channel; it never throws, and takes less time than a claim lasts. */
export type SendNotice = (notice: ClaimedNotice, signal: AbortSignal) => Promise<Sent>;

export interface NoticeSenderOptions {
  readonly notices: NoticeStore;
  readonly clock: Clock;
  readonly send: SendNotice;
  /** For tests; `Math.random` by default. */
  random?(): number;
  onAttempt?(outcome: Sent["outcome"]): void;
  onError(error: unknown): void;
}

/** Sends due notices, at least once each: what a server claimed and did not settle is sent by whoever claims it next. */
export interface NoticeSender {
  start(): void;
  /** Looks for due notices at once. */
  wake(): void;
  /** Sends no more, waits for those under way, and gives up on them after a while. */
  stop(graceMs: number): Promise<void>;
}

/** Bounds memory and sockets; a receiver that is slow or dead occupies only some of the slots. */
const concurrency = 32;
const perEndpoint = 4;
const leaseMs = 30_000;
/** Servers look this often for notices that another one left behind. */
const pollMs = 5_000;
const keptAttempts = 20;

export function createNoticeSender(options: NoticeSenderOptions): NoticeSender {
  const { notices, clock, send, random = Math.random, onError } = options;
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  /** The endpoints to which something is being sent, once for each slot that is occupied. */
  const sending = new Map<ClaimedNotice, string>();

  function busy(): readonly string[] {
    const endpoints = [...sending.values()];
    return [...new Set(endpoints)].filter(
      (endpoint) => endpoints.filter((other) => other === endpoint).length >= perEndpoint,
    );
  }

  async function attempt(notice: ClaimedNotice): Promise<void> {
    const startedAt = clock.elapsed();
    const sent = await send(notice, stopping.signal);
    const ms = Math.round(clock.elapsed() - startedAt);
    const next = nextOf(notice, sent, notice.now + ms);
    const { id, epoch, attempts } = notice;
    const { status, failure, unsent } = sent;
    const tried = {
      at: notice.now,
      ms,
      ...(status !== undefined && { status }),
      ...(failure !== undefined && { failure }),
      ...(unsent !== undefined && { unsent }),
    };
    const isTried = sent.outcome !== "waiting" && sent.outcome !== "withdrawn";
    const audit = isTried ? notifiedEntry(notice, next.status, tried) : undefined;
    const settled = notices.settle({
      id,
      epoch,
      next,
      attempts: isTried || unsent !== undefined ? [...attempts, tried].slice(-keptAttempts) : attempts,
      ...(!isTried && { isUntried: true as const }),
      ...(sent.reference !== undefined && { reference: sent.reference }),
      ...(audit && { audit }),
    });
    finish(notice);
    await settled;
    options.onAttempt?.(sent.outcome);
    if (next.status === "pending") poller.wakeIn(next.dueInMs);
  }

  function nextOf(notice: ClaimedNotice, sent: Sent, now: number): NoticeSettlement["next"] {
    if (sent.outcome === "waiting") return { status: "pending", dueInMs: sent.retryAfterMs ?? 0 };
    if (sent.outcome !== "failed") return { status: sent.outcome };
    // It was cut off by the end of this process and not by the receiver.
    if (stopping.signal.aborted) return { status: "pending", dueInMs: 0 };
    const dueInMs = retryDelay({ ...notice, now, retryAfterMs: sent.retryAfterMs }, random);
    return dueInMs === undefined ? { status: "dead" } : { status: "pending", dueInMs };
  }

  async function claim(limit: number): Promise<number> {
    const claimed = await notices.claim({ leaseMs, limit, perEndpoint, busy: busy() });
    for (const notice of claimed) {
      sending.set(notice, notice.endpoint);
      const work: Promise<void> = attempt(notice)
        .catch(onError)
        .finally(() => {
          finish(notice);
          underWay.delete(work);
        });
      underWay.add(work);
    }
    return claimed.length;
  }

  let isPollDue = false;
  /**
   * Frees a place, for which others of the same endpoint may have waited. They are claimed at the end of this turn, and so
   * in the commit that records what was sent: a store may sync once for both.
   */
  function finish(notice: ClaimedNotice): void {
    if (!sending.delete(notice) || isPollDue) return;
    isPollDue = true;
    process.nextTick(() => {
      isPollDue = false;
      poller.pollNow();
    });
  }

  let claiming: Promise<number> = Promise.resolve(0);
  const poller = createClaimPoller({
    store: { dueIn: () => notices.dueIn(busy()) },
    clock,
    pollMs,
    freeSlots: () => concurrency - sending.size,
    claim(limit) {
      claiming = claim(limit);
      return claiming;
    },
    onError,
    onPolled() {},
  });

  return {
    start: poller.start,
    wake: () => poller.wakeIn(0),
    async stop(graceMs) {
      poller.stop();
      const cancel = clock.after(graceMs, () => stopping.abort());
      // What a claim under way still finds is sent and settled too; its failure is the poller's to report.
      await claiming.catch(() => {});
      await Promise.all(underWay);
      cancel();
    },
  };
}

/** What became of a notice of an inquiry in the end, for the audit; the address may be a secret, and is not in it. */
function notifiedEntry(
  notice: ClaimedNotice,
  outcome: NoticeSettlement["next"]["status"],
  last: Attempt,
): NewAuditEntry | undefined {
  const { project, record, channel, type: event, recipient, tries } = notice;
  const inquiryId = record?.id ?? notice.inquiryId;
  const conversationId = inquiryId && conversationIdOf(inquiryId);
  // One without a recipient is only expanded into those that have one.
  const isOver = outcome === "delivered" || outcome === "dead";
  if (!isOver || conversationId === undefined || inquiryId === undefined || recipient === "") return undefined;
  const { status, failure } = last;
  return {
    project,
    conversationId,
    inquiryId,
    type: "notified",
    at: last.at,
    facts: {
      channel,
      recipient,
      event,
      outcome,
      tries,
      ...(status !== undefined && { status }),
      ...(failure !== undefined && { failure }),
    },
  };
}
