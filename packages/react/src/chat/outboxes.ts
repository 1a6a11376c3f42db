import type { Clock } from "../clock.ts";
import type { Live } from "../live/live.ts";
import { createOutbox, type Outbox, type OutboxOptions } from "./outbox.ts";

/** What waits is tried again now and then, since a stream can be alive where a request was lost. */
const againMs = 15_000;

/** The outboxes of all conversations. They outlive the page that shows them, so that what was sent is sent. */
export interface Outboxes {
  /** Equal ids give the same outbox. */
  of(conversationId: string): Outbox;
  /** Sends what an earlier page left, and what waits whenever there is a connection; returns how to stop that. */
  start(): () => void;
}

export interface OutboxesOptions extends Omit<OutboxOptions, "conversationId" | "maySend"> {
  readonly connection: Live["connection"];
  readonly clock: Clock;
}

export function createOutboxes(options: OutboxesOptions): Outboxes {
  const { store, connection, clock } = options;
  const outboxes = new Map<string, Outbox>();
  let isStarted = false;
  const maySend = () => isStarted && connection.get() !== "lost";

  function of(conversationId: string): Outbox {
    const outbox = outboxes.get(conversationId) ?? createOutbox({ ...options, conversationId, maySend });
    outboxes.set(conversationId, outbox);
    return outbox;
  }

  async function restore(): Promise<void> {
    const left = await store.all();
    for (const [conversationId, messages] of Map.groupBy(left, (message) => message.conversationId))
      of(conversationId).restore(messages);
  }

  function flush(): void {
    for (const outbox of outboxes.values()) outbox.flush();
  }

  return {
    of,
    start() {
      isStarted = true;
      let forget = () => {};
      const again = () => {
        flush();
        forget = clock.after(againMs, again);
      };
      void restore();
      const stop = connection.subscribe(flush);
      again();
      return () => {
        isStarted = false;
        stop();
        forget();
      };
    },
  };
}
