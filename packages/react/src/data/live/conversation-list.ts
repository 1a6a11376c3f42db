import type { CallOptions, Client, Reply } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import type { LiveState } from "./live.ts";
import { queryKeys } from "./query-keys.ts";
import { type Listed, readPages } from "./read-pages.ts";

export interface ConversationFilter {
  /** Words to search for; blank for all conversations. */
  readonly q: string;
  /** Only conversations with this agent. */
  readonly agent?: string | undefined;
  /** Only conversations in this status. */
  readonly status?: Conversation["status"] | undefined;
  readonly limit: number;
}

/** So many conversations, the newest first, over as many pages as that takes. */
export function readConversations(
  list: Client["conversations"]["list"],
  { q, agent, status, limit }: ConversationFilter,
  options: CallOptions = {},
): Reply<Listed<Conversation>> {
  const filter = {
    ...(q !== "" && { q }),
    ...(agent !== undefined && { agent }),
    ...(status !== undefined && { status }),
  };
  return readPages((page) => list({ ...filter, ...page }, options), limit);
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
