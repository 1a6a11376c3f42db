import { derivedId } from "../id.ts";
import type { Ledger } from "./ledger.ts";

interface Received {
  readonly text: string;
  readonly by: string;
  readonly at: number;
  /** The inquiry that it answers, or whose resolution it tells. */
  readonly answers?: string | undefined;
  readonly visibility?: "model" | undefined;
}

/** Puts a message into the mailbox; gives its id. */
export function receive(ledger: Ledger, { text, by, at, answers, visibility }: Received): string {
  const { id, counts } = ledger.conversation;
  const messageId = derivedId("msg", id, counts.messages + 1);
  ledger.record({
    type: "message.received",
    at,
    messageId,
    text: text.toWellFormed(),
    by,
    ...(answers !== undefined && { answers }),
    ...(visibility && { visibility }),
  });
  return messageId;
}
