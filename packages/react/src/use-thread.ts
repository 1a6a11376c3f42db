import { useAskback } from "./askback-context.ts";
import type { AsyncState } from "./data/live/server-cache.ts";
import type { Thread } from "./data/live/thread.ts";
import { useServerQuery } from "./use-server-query.ts";

/** A conversation with its messages, as it changes. */
export function useThread(conversationId: string): AsyncState<Thread> {
  return useServerQuery(useAskback().live.queries.thread(conversationId));
}
