import { setTimeout as delay } from "node:timers/promises";
import { createRandom } from "../test/harness/fuzz/random.ts";
import { type ServerEvent, serverEvents } from "../test/harness/server/server-events.ts";
import type { Fleet } from "./fleet.ts";

/** A reader of all events that reconnects to any server and must not miss an event. */
export interface EventWatcher {
  /** The next unread event of a conversation; undefined if a snapshot came after the given count, which may be newer than that event. */
  next(conversationId: string, snapshots: number): Promise<ServerEvent | undefined>;
  /** The positions of all received events since the last snapshot, in the order of their arrival. */
  readonly positions: readonly number[];
  /** The position of the last snapshot; 0 before the first. */
  readonly start: number;
  /** How many snapshots came. */
  readonly snapshots: number;
  /** The inquiries that were asked since the last snapshot. */
  readonly asked: readonly Asked[];
  /** When this process was told that an inquiry had expired, by its id. */
  readonly expiredAt: ReadonlyMap<string, number>;
  /** About how much it was sent. */
  readonly bytes: number;
  /** What the servers must not send. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export interface Asked {
  readonly inquiryId: string;
  readonly position: number;
}

/** A stream that is silent for so long is abandoned, since its server may be frozen. */
const silenceMs = 3_000;
const pauseMs = 200;

export function createEventWatcher(fleet: Fleet, seed: number): EventWatcher {
  const random = createRandom(seed);
  const positions: number[] = [];
  const asked: Asked[] = [];
  const faults: string[] = [];
  const expiredAt = new Map<string, number>();
  let bytes = 0;
  let last = "0";
  let start = 0;
  let snapshots = 0;
  const queues = new Map<string, EventQueue>();
  const closing = new AbortController();

  function queueOf(conversationId: string): EventQueue {
    const queue = queues.get(conversationId) ?? createQueue();
    queues.set(conversationId, queue);
    return queue;
  }

  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await read();
      } catch {
        // The server exited or is silent; the next connection continues at the last position.
      }
      await delay(pauseMs);
    }
  }

  /** A snapshot comes where the log is another one; whoever waits for an event has to read the state instead. */
  function startOver(id: string, position: number): void {
    if (historyIn(id) === historyIn(last))
      faults.push(`a reader with the cursor ${last} got a snapshot of the same log`);
    start = position;
    snapshots += 1;
    positions.length = 0;
    asked.length = 0;
    for (const queue of queues.values()) queue.put(undefined);
    queues.clear();
  }

  function receive(event: ServerEvent, id: string, position: number): void {
    if (event.type === "snapshot") return startOver(id, position);
    if (last !== "0" && historyIn(id) !== historyIn(last))
      faults.push(`a reader with the cursor ${last} got ${id} without a snapshot`);
    positions.push(position);
    bytes += JSON.stringify(event.data).length;
    if (event.type === "inquiry.resolved" && event.data.resolution.type === "expired")
      expiredAt.set(event.data.inquiryId, Date.now());
    if (event.type === "inquiry.asked") asked.push({ inquiryId: event.data.inquiry.id, position });
    queueOf(event.data.conversationId).put(event);
  }

  async function read(): Promise<void> {
    const server = fleet.any(random);
    if (!server) return;
    const abort = new AbortController();
    const silence = setTimeout(() => abort.abort(), silenceMs);
    const close = () => abort.abort();
    closing.signal.addEventListener("abort", close);
    const headers = {
      authorization: `Bearer ${server.keys.answer}`,
      "last-event-id": last,
    };
    try {
      for await (const event of serverEvents(`${server.url}/v1/events`, headers, abort)) {
        silence.refresh();
        if (event.id === undefined || event.position === undefined) continue;
        receive(event, event.id, event.position);
        last = event.id;
      }
    } finally {
      clearTimeout(silence);
      closing.signal.removeEventListener("abort", close);
    }
  }

  const following = follow();
  return {
    positions,
    asked,
    faults,
    expiredAt,
    get bytes() {
      return bytes;
    },
    get start() {
      return start;
    },
    get snapshots() {
      return snapshots;
    },
    next: async (conversationId, since) => (since === snapshots ? queueOf(conversationId).take() : undefined),
    async close() {
      closing.abort();
      await following;
    },
  };
}

const historyIn = (cursor: string) => cursor.slice(0, cursor.lastIndexOf("-"));

interface EventQueue {
  put(event: ServerEvent | undefined): void;
  take(): Promise<ServerEvent | undefined>;
}

function createQueue(): EventQueue {
  const events: (ServerEvent | undefined)[] = [];
  let give: ((event: ServerEvent | undefined) => void) | undefined;
  return {
    put(event) {
      const waiting = give;
      give = undefined;
      if (waiting) waiting(event);
      else events.push(event);
    },
    async take() {
      return events.length > 0 ? events.shift() : await new Promise((resolve) => (give = resolve));
    },
  };
}
