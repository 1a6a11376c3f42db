import type { CallOptions, Client, Reply } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import type { LiveState } from "./live.ts";
import { queryKeys } from "./query-keys.ts";

export interface ConversationFilter {
  /** Words to search for; blank for all conversations. */
  readonly q: string;
  /** Only conversations with this agent. */
  readonly agent?: string | undefined;
  /** Only conversations in this status. */
  readonly status?: Conversation["status"] | undefined;
  readonly limit: number;
}

export interface ListedConversations {
  readonly items: readonly Conversation[];
  readonly hasMore: boolean;
}

const maxPageSize = 200;

/** So many conversations, the newest first, over as many pages as that takes. */
export async function readConversations(
  list: Client["conversations"]["list"],
  { q, agent, status, limit }: ConversationFilter,
  options: CallOptions = {},
): Reply<ListedConversations> {
  const items: Conversation[] = [];
  let cursor: string | undefined;
  do {
    const pageSize = Math.min(limit - items.length, maxPageSize);
    const filter = {
      ...(q !== "" && { q }),
      ...(agent !== undefined && { agent }),
      ...(status !== undefined && { status }),
    };
    const page = await list({ limit: pageSize, ...filter, ...(cursor !== undefined && { cursor }) }, options);
    if (!page.ok) return page;
    items.push(...page.value.items);
    cursor = page.value.next;
  } while (cursor !== undefined && items.length < limit);
  return { ok: true, value: { items, hasMore: cursor !== undefined } };
}

/** Events come in bursts, which are one reason to read the lists again. */
const burstMs = 250;

/** Reads the lists that are shown again after events; returns how to stop that. */
export function refreshConversations(
  { onEvent, cache }: Pick<LiveState, "onEvent" | "cache">,
  clock: Clock,
): () => void {
  let cancelTimer: (() => void) | undefined;
  const refetch = () => {
    cancelTimer = undefined;
    cache.invalidate({ queryKey: queryKeys.conversations });
  };
  const stop = onEvent(({ type }) => {
    if (type !== "draft-saved") cancelTimer ??= clock.after(burstMs, refetch);
  });
  return () => {
    stop();
    cancelTimer?.();
  };
}
