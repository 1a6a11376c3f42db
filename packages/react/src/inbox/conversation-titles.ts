import type { Client } from "@askback/client";
import { type Cell, createCell } from "../live/cell.ts";
import type { Source } from "../live/source.ts";

const atOnce = 2;

/** Titles of conversations, read when a row shows them: few at once, and not for rows that were scrolled past. */
export function createTitles(client: Client): (conversationId: string) => Source<string | undefined> {
  const titles = new Map<string, Cell<string | undefined>>();
  const waiting = new Set<string>();
  let reading = 0;

  return (conversationId) => {
    const known = titles.get(conversationId);
    if (known) return known;
    const title: Cell<string | undefined> = createCell<string | undefined>(undefined, (isHeard) => {
      if (!isHeard) waiting.delete(conversationId);
      else if (title.get() === undefined) want(conversationId);
    });
    titles.set(conversationId, title);
    return title;
  };

  function want(conversationId: string): void {
    waiting.add(conversationId);
    // After the rows that are drawn together have all said what they need or no longer need.
    queueMicrotask(readNext);
  }

  function readNext(): void {
    const [next] = waiting;
    if (next === undefined || reading >= atOnce) return;
    waiting.delete(next);
    reading += 1;
    void read(next);
    readNext();
  }

  async function read(conversationId: string): Promise<void> {
    const reply = await client.conversations.get(conversationId);
    reading -= 1;
    if (reply.ok) titles.get(conversationId)?.set(reply.value.title ?? "");
    readNext();
  }
}
