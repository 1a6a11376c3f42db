import type { Client } from "@askback/client";
import type { Drafts } from "../draft/drafts.ts";
import type { Live } from "../live/live.ts";
import type { Source } from "../live/source.ts";

/** A message on its way. Its key makes sending it again harmless. */
export interface OutgoingMessage {
  readonly key: string;
  readonly text: string;
  readonly isSeparate: boolean;
  readonly status: "sending" | "sent" | "waiting" | "failed";
  readonly problem?: string;
  /** Of the conversation that has it. */
  readonly version?: number;
}

export interface Outbox extends Source<readonly OutgoingMessage[]> {
  send(text: string, options: Pick<OutgoingMessage, "isSeparate">): void;
  retry(key: string): void;
  /** The transcript up to a version is in sight, so that what was sent before it need not be shown here. */
  shown(version: number): void;
  /** Gives the text of a message back that could not be sent. */
  takeBack(key: string): string;
}

export interface OutboxOptions {
  readonly conversationId: string;
  readonly send: Client["conversations"]["send"];
  readonly texts: Drafts["texts"];
  readonly connection: Live["connection"];
  readonly newKey: () => string;
}

/** Sends messages in their order, one at a time, and keeps them until the server has them, through a reload too. */
export function createOutbox({ conversationId, send, texts, connection, newKey }: OutboxOptions): Outbox {
  const name = `outbox:${conversationId}`;
  const listeners = new Set<() => void>();
  let messages: readonly OutgoingMessage[] = [];

  const become = (next: readonly OutgoingMessage[]) => {
    messages = next;
    const unsent = next.filter(({ status }) => status !== "sent");
    texts.keep(name, unsent.length === 0 ? "" : JSON.stringify(unsent));
    for (const listener of listeners) listener();
  };
  const mark = (key: string, change: Pick<OutgoingMessage, "status" | "problem" | "version">) =>
    become(messages.map((message) => (message.key === key ? { ...withoutProblem(message), ...change } : message)));
  const remove = (key: string) => become(messages.filter((message) => message.key !== key));

  const sendNext = async (): Promise<void> => {
    const next = messages.find(({ status }) => status === "waiting");
    const isBusy = messages.some(({ status }) => status === "sending");
    if (!next || isBusy || connection.get() === "lost") return;
    mark(next.key, { status: "sending" });
    const sent = await send(conversationId, { text: next.text, separate: next.isSeparate }, { key: next.key });
    if (sent.ok) mark(next.key, { status: "sent", version: sent.value.version });
    else if (sent.error.status === 0) mark(next.key, { status: "waiting" });
    else mark(next.key, { status: "failed", problem: sent.error.title });
    // Without a connection the next look comes with its return.
    if (sent.ok || sent.error.status !== 0) await sendNext();
  };

  connection.subscribe(() => void sendNext());
  void texts.get(name).then((kept) => {
    const known = new Set(messages.map(({ key }) => key));
    const restored = outboxFrom(kept).filter(({ key }) => !known.has(key));
    if (restored.length === 0) return;
    become([...restored, ...messages]);
    return sendNext();
  });

  return {
    get: () => messages,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send(text, { isSeparate }) {
      become([...messages, { key: newKey(), text, isSeparate, status: "waiting" }]);
      void sendNext();
    },
    retry(key) {
      mark(key, { status: "waiting" });
      void sendNext();
    },
    shown(version) {
      const left = messages.filter((message) => !isIn(message, version));
      if (left.length < messages.length) become(left);
    },
    takeBack(key) {
      const text = messages.find((message) => message.key === key)?.text ?? "";
      remove(key);
      return text;
    },
  };
}

/** Whether the conversation at a version has a message. */
export function isIn({ status, version: sentAs }: OutgoingMessage, version: number): boolean {
  return status === "sent" && sentAs !== undefined && sentAs <= version;
}

/** What was kept; whatever was on its way is sent again, since nobody knows whether it arrived. */
function outboxFrom(kept: string): readonly OutgoingMessage[] {
  if (kept === "") return [];
  const messages = JSON.parse(kept) as readonly OutgoingMessage[];
  return messages.map((message) => (message.status === "sending" ? { ...message, status: "waiting" } : message));
}

function withoutProblem({ problem: _, ...message }: OutgoingMessage): OutgoingMessage {
  return message;
}
