import { freshKey } from "@askback/client";
import { useAskback } from "../askback-context.ts";
import { oncePerLive } from "../inbox/once-per-live.ts";
import { createOutbox, type Outbox } from "./outbox.ts";

// They outlive the page that shows them, so that what was sent is sent, whichever conversation is looked at.
const outboxesOf = oncePerLive(({ client, live, drafts }) => {
  const outboxes = new Map<string, Outbox>();
  return (conversationId: string): Outbox => {
    const known = outboxes.get(conversationId);
    if (known) return known;
    const { send } = client.conversations;
    const { connection } = live;
    const outbox = createOutbox({ conversationId, send, texts: drafts.texts, connection, newKey: freshKey });
    outboxes.set(conversationId, outbox);
    return outbox;
  };
});

/** The one outbox of a conversation. */
export function useOutbox(conversationId: string): Outbox {
  return outboxesOf(useAskback())(conversationId);
}
