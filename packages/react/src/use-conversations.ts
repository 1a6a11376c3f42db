import type { Failure } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import { useCallback, useState } from "react";
import { useServices } from "./services-context.ts";
import { useServerQuery } from "./use-server-query.ts";

/** The conversations that the user started, newest first. */
export interface ConversationRows {
  readonly status: "pending" | "success" | "error";
  readonly error: Failure | null;
  readonly conversations: readonly Conversation[];
  /** Whether they are those of the search before, while this one's are read. */
  readonly isOutdated: boolean;
  readonly hasMore: boolean;
  showMore(): void;
}

const pageSize = 50;

interface ListOptions {
  /** Lists only conversations with this agent. */
  readonly agent?: string | undefined;
  /** Lists only conversations in this status. */
  readonly status?: Conversation["status"];
}

/** Lists conversations as they change; `q` searches them. The last list stays while another one is read. */
export function useConversations(q = "", { agent, status: wanted }: ListOptions = {}): ConversationRows {
  const { live } = useServices();
  const [limit, setLimit] = useState(pageSize);
  const { status, data, error } = useServerQuery(live.queries.conversations({ q, agent, status: wanted, limit }));
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  const { items = [], hasMore = false } = data ?? last ?? {};

  return {
    status: status === "pending" && last ? "success" : status,
    error,
    conversations: items,
    isOutdated: !data && last !== undefined,
    hasMore,
    showMore: useCallback(() => setLimit((before) => before + pageSize), []),
  };
}
