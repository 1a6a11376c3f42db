import type { Failure } from "@askback/client";
import { type QueryClient, QueryObserver, type QueryObserverResult } from "@tanstack/query-core";
import type { ServerQuery } from "../data/live/server-cache.ts";

/** A query with a subscriber, as a component is one. */
export interface Observed<Data> {
  get(): QueryObserverResult<Data, Failure>;
  stop(): void;
}

export function observe<Data>(
  queryClient: QueryClient,
  query: ServerQuery<Data>,
  onChange: (result: QueryObserverResult<Data, Failure>) => void = () => {},
): Observed<Data> {
  const observer = new QueryObserver(queryClient, { ...query, notifyOnChangeProps: ["status", "data", "error"] });
  return { stop: observer.subscribe(onChange), get: () => observer.getCurrentResult() };
}
