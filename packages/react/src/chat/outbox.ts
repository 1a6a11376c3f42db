import type { Client } from "@askback/client";
import type { Clock } from "../clock.ts";
import { createCell } from "../live/cell.ts";
import type { Source } from "../live/source.ts";
import { isIn, type OutgoingMessage } from "./outgoing-message.ts";
import type { OutgoingStore } from "./outgoing-store.ts";

export interface Outbox extends Source<readonly OutgoingMessage[]> {
  /** Ends when the message is kept, so that whoever has its words elsewhere may forget them. */
  send(text: string, options: Pick<OutgoingMessage, "isSeparate" | "answers">): Promise<void>;
  retry(key: string): void;
  /** The transcript up to a version is in sight, so that what was sent before it need not be shown here. */
  shown(version: number): void;
  /** Gives the text of a message back that could not be sent. */
  takeBack(key: string): string;
  /** Takes over what an earlier page left. */
  restore(messages: readonly OutgoingMessage[]): void;
  /** Sends what waits. */
  flush(): void;
}

export interface OutboxOptions {
  readonly conversationId: string;
  readonly send: Client["conversations"]["send"];
  readonly store: OutgoingStore;
  readonly clock: Pick<Clock, "now">;
  readonly newKey: () => string;
  /** Whether it makes sense to send now; whoever says no calls `flush` later. */
  readonly maySend: () => boolean;
}

/** Sends messages in their order, one at a time, and keeps them until the server has them, through a reload too. */
export function createOutbox({ conversationId, send, store, clock, newKey, maySend }: OutboxOptions): Outbox {
  const messages = createCell<readonly OutgoingMessage[]>([]);
  const kept = new Set<string>();

  const mark = (key: string, change: Pick<OutgoingMessage, "status" | "problem" | "version">) =>
    messages.set(
      messages.get().map((message) => (message.key === key ? { ...withoutProblem(message), ...change } : message)),
    );
  const keep = async (key: string): Promise<void> => {
    const message = messages.get().find((one) => one.key === key);
    if (message && (await store.put(message))) kept.add(key);
  };
  const remove = (key: string) => messages.set(messages.get().filter((message) => message.key !== key));

  const sendNext = async (): Promise<void> => {
    const next = messages.get().find(({ status }) => status === "waiting");
    const isBusy = messages.get().some(({ status }) => status === "sending");
    if (!next || isBusy || !maySend()) return;
    const { key, text, isSeparate: separate, answers } = next;
    mark(key, { status: "sending" });
    // Another tab that restored it may have sent it, or given it back to its author.
    if (kept.has(key) && !(await store.has(next))) {
      remove(key);
      return sendNext();
    }
    const sent = await send(conversationId, { text, separate, ...(answers && { answers }) }, { key });
    if (!sent.ok && sent.error.status === 0) return mark(key, { status: "waiting" });
    if (sent.ok) {
      mark(key, { status: "sent", version: sent.value.version });
      await store.remove(next);
    } else {
      mark(key, { status: "failed", problem: sent.error.title });
      await keep(key);
    }
    await sendNext();
  };
  const flush = () => void sendNext();

  return {
    get: messages.get,
    subscribe: messages.subscribe,
    async send(text, how) {
      const key = newKey();
      const message = { key, conversationId, text, ...how, writtenAt: clock.now(), status: "new" } as const;
      messages.set([...messages.get(), message]);
      await keep(key);
      mark(key, { status: "waiting" });
      flush();
    },
    retry(key) {
      mark(key, { status: "waiting" });
      flush();
    },
    shown(version) {
      const left = messages.get().filter((message) => !isIn(message, version));
      if (left.length < messages.get().length) messages.set(left);
    },
    takeBack(key) {
      const message = messages.get().find((one) => one.key === key);
      if (!message) return "";
      remove(key);
      void store.remove(message);
      return message.text;
    },
    restore(left) {
      const known = new Set(messages.get().map(({ key }) => key));
      const restored = left.filter(({ key }) => !known.has(key));
      if (restored.length === 0) return;
      for (const { key } of restored) kept.add(key);
      messages.set([...restored, ...messages.get()]);
      flush();
    },
    flush,
  };
}

function withoutProblem({ problem: _, ...message }: OutgoingMessage): OutgoingMessage {
  return message;
}
