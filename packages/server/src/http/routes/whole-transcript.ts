import { setImmediate } from "node:timers/promises";
import type { Conversation, ScreenMessage } from "@askback/core";
import { type TranscriptStore, transcriptPage } from "./transcript-page.ts";

const messagesPerPage = 25;

/**
 * All messages as a screen shows them, oldest first, as one text for each page: a long conversation is read and written in
 * pages, between which others are answered.
 */
export async function wholeTranscript(
  store: TranscriptStore,
  conversation: Conversation,
  toText: (messages: readonly ScreenMessage[]) => string,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await transcriptPage(store, conversation, { limit: messagesPerPage, cursor });
    if (page.items.length > 0) texts.push(toText(page.items));
    if (page.next === undefined) return texts.reverse();
    cursor = page.next;
    await setImmediate();
  }
}
