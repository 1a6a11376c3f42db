import { setTimeout as delay } from "node:timers/promises";
import { createRandom } from "../test/harness/fuzz/random.ts";
import { type ServerEvent, serverEvents } from "../test/harness/server/server-events.ts";
import type { Fleet } from "./fleet.ts";

/** A reader of all events that reconnects to any server and must not miss an event. */
export interface EventWatcher {
  /** The next unread event of a conversation. */
  next(conversationId: string): Promise<ServerEvent>;
  /** The positions of all received events, in the order of their arrival. */
  readonly positions: readonly number[];
  close(): Promise<void>;
}

/** A stream that is silent for so long is abandoned, since its server may be frozen. */
const silenceMs = 3_000;
const pauseMs = 200;

export function createEventWatcher(fleet: Fleet, seed: number): EventWatcher {
  const random = createRandom(seed);
  const positions: number[] = [];
  let last = "0";
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
        last = event.id;
        positions.push(event.position);
        queueOf(event.data.conversationId).put(event);
      }
    } finally {
      clearTimeout(silence);
      closing.signal.removeEventListener("abort", close);
    }
  }

  const following = follow();
  return {
    positions,
    next: (conversationId) => queueOf(conversationId).take(),
    async close() {
      closing.abort();
      await following;
    },
  };
}

interface EventQueue {
  put(event: ServerEvent): void;
  take(): Promise<ServerEvent>;
}

function createQueue(): EventQueue {
  const events: ServerEvent[] = [];
  let give: ((event: ServerEvent) => void) | undefined;
  return {
    put(event) {
      const waiting = give;
      give = undefined;
      if (waiting) waiting(event);
      else events.push(event);
    },
    async take() {
      return events.shift() ?? (await new Promise<ServerEvent>((resolve) => (give = resolve)));
    },
  };
}
