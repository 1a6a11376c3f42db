import type { Client, Reply } from "@askback/client";
import type { Conversation, Inquiry, Message, Page } from "@askback/core/wire";
import { skipToken } from "@tanstack/query-core";
import { catchUpText, emptyTextStream, type TextStream } from "./live-text.ts";
import { queryKeys } from "./query-keys.ts";
import { type ServerCache, type ServerQuery, valueOrThrow } from "./server-cache.ts";
import { inquiriesIn, mergeThread, type Thread } from "./thread.ts";

const pageLimit = 100;

export interface ThreadQueries {
  thread(conversationId: string): ServerQuery<Thread>;
  /** What the model is writing, apart from the thread, so that a delta renders nothing else. */
  text(conversationId: string): ServerQuery<TextStream>;
  /** Reads the page before the messages of a thread. */
  fetchEarlier(conversationId: string): Promise<void>;
}

export interface ThreadQueryOptions {
  readonly client: Client;
  readonly cache: ServerCache;
  /** Takes an inquiry that was read with a thread. */
  setInquiry(inquiry: Inquiry, readAt: number): void;
}

interface ThreadRead {
  readonly conversation: Conversation;
  readonly page: Page<Message>;
}

export function createThreadQueries({ client, cache, setInquiry }: ThreadQueryOptions): ThreadQueries {
  const { queryClient } = cache;
  // As a default of the key it applies also to what is written before anybody reads it.
  queryClient.setQueryDefaults(queryKeys.threads, {
    structuralSharing: (before, after) => mergeThread(before as Thread | undefined, after as Thread),
  });

  async function readThread(conversationId: string): Reply<ThreadRead> {
    const [conversation, page] = await Promise.all([
      client.conversations.get(conversationId),
      client.conversations.transcript(conversationId, { limit: pageLimit }),
    ]);
    if (!conversation.ok) return conversation;
    return page.ok ? { ok: true, value: { conversation: conversation.value, page: page.value } } : page;
  }

  /** Writes all that was read at once, so that one render replaces the streamed text by its reply. */
  function writeThread({ conversation, page }: ThreadRead, began: number): void {
    const key = queryKeys.thread(conversation.id);
    const shown = queryClient.getQueryData<Thread>(key);
    if (shown && conversation.version < shown.conversation.version) return;
    queryClient.setQueryData<TextStream>(queryKeys.text(conversation.id), (stream = emptyTextStream) =>
      catchUpText(stream, conversation.live, { began, messages: page.items }),
    );
    if (conversation.inquiry) setInquiry(conversation.inquiry, began);
    for (const inquiry of inquiriesIn(page.items)) setInquiry(inquiry, began);
    queryClient.setQueryData(key, threadOf(conversation, page));
  }

  async function readEarlier(conversationId: string, cursor: string): Promise<string> {
    const began = cache.now();
    const page = valueOrThrow(await client.conversations.transcript(conversationId, { limit: pageLimit, cursor }));
    for (const inquiry of inquiriesIn(page.items)) setInquiry(inquiry, began);
    cache.update<Thread>(queryKeys.thread(conversationId), (shown) => {
      if (shown.cursor !== cursor) return shown;
      const known = new Set(shown.messages.map(({ id }) => id));
      const earlier = page.items.filter(({ id }) => !known.has(id));
      return threadOf(shown.conversation, { items: [...earlier, ...shown.messages], next: page.next });
    });
    return cursor;
  }

  return {
    thread(conversationId) {
      const queryKey = queryKeys.thread(conversationId);
      const read = () => readThread(conversationId);
      return {
        queryKey,
        async queryFn() {
          const { conversation, page } = await cache.readCurrent(queryKey, read, writeThread);
          return threadOf(conversation, page);
        },
      };
    },
    text: (conversationId) => ({ queryKey: queryKeys.text(conversationId), queryFn: skipToken }),
    async fetchEarlier(conversationId) {
      const cursor = queryClient.getQueryData<Thread>(queryKeys.thread(conversationId))?.cursor;
      if (cursor === undefined) return;
      // Two calls for the same page share one read.
      await queryClient.prefetchQuery({
        queryKey: ["earlier", conversationId, cursor],
        queryFn: () => readEarlier(conversationId, cursor),
        gcTime: 0,
      });
    },
  };
}

function threadOf(conversation: Conversation, { items, next }: Page<Message>): Thread {
  return { conversation, messages: items, hasEarlier: next !== undefined, cursor: next };
}
