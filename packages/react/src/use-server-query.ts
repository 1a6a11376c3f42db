import { hashKey } from "@tanstack/query-core";
import { useMemo } from "react";
import { useAskback } from "./askback-context.ts";
import { queryAtom } from "./data/live/query-atom.ts";
import type { AsyncState, ServerQuery } from "./data/live/server-cache.ts";
import { useAtom } from "./use-atom.ts";

/** A query of the provider's server. Its cache is the provider's own: that of an app around it stays untouched. */
export function useServerQuery<Data>(query: ServerQuery<Data>): AsyncState<Data> {
  const { queryClient } = useAskback().live;
  const name = hashKey(query.queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: queries with the same key are the same
  const state = useMemo(() => queryAtom(queryClient, query), [queryClient, name]);
  return useAtom(state);
}
