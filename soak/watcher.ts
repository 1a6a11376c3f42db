import { setTimeout as rest } from "node:timers/promises";
import { createRandom } from "../test/support/random.ts";
import { type ServerEvent, serverEvents } from "../test/support/server-events.ts";
import type { Fleet } from "./fleet.ts";

/** One reader of everything that happens, who goes from server to server and must not miss anything. */
export interface Watcher {
  /** The next event of a conversation, also of one that came before anybody waited for it. */
  next(conversationId: string): Promise<ServerEvent>;
  /** The position of every event that came, in the order in which they came. */
  readonly positions: readonly number[];
  close(): Promise<void>;
}

/** A stream that is silent for so long is taken for dead, as that of a frozen server is. */
const silenceMs = 3_000;
const pauseMs = 200;

export function createWatcher(fleet: Fleet, seed: number): Watcher {
  const random = createRandom(seed);
  const positions: number[] = [];
  const boxes = new Map<string, Box>();
  const closing = new AbortController();

  function boxOf(conversationId: string): Box {
    const box = boxes.get(conversationId) ?? createBox();
    boxes.set(conversationId, box);
    return box;
  }

  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await read();
      } catch {
        // The server ended or fell silent; another one goes on from the last position.
      }
      await rest(pauseMs);
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
      "last-event-id": String(positions.at(-1) ?? 0),
    };
    try {
      for await (const event of serverEvents(`${server.url}/v1/events`, headers, abort)) {
        silence.refresh();
        if (event.id === undefined) continue;
        positions.push(Number(event.id));
        boxOf(event.data.conversationId).put(event);
      }
    } finally {
      clearTimeout(silence);
      closing.signal.removeEventListener("abort", close);
    }
  }

  const following = follow();
  return {
    positions,
    next: (conversationId) => boxOf(conversationId).take(),
    async close() {
      closing.abort();
      await following;
    },
  };
}

interface Box {
  put(event: ServerEvent): void;
  take(): Promise<ServerEvent>;
}

function createBox(): Box {
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
