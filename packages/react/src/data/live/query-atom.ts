import type { Failure } from "@askback/client";
import { type QueryClient, QueryObserver, type QueryState } from "@tanstack/query-core";
import { atom, onMount, type ReadableAtom } from "nanostores";
import type { AsyncState, ServerQuery } from "./server-cache.ts";

/** A query as an atom: it has an observer while somebody listens to it. */
export function queryAtom<Data>(queryClient: QueryClient, query: ServerQuery<Data>): ReadableAtom<AsyncState<Data>> {
  const state = atom(toAsyncState(queryClient.getQueryState<Data, Failure>(query.queryKey)));
  onMount(state, () => {
    // Created here, since a query that has no observer is garbage collected.
    const observer = new QueryObserver(queryClient, { ...query, notifyOnChangeProps: ["status", "data", "error"] });
    const show = () => {
      const next = toAsyncState(observer.getCurrentResult());
      // TanStack forgets the error of a query without data while it is retried, and an alert would blink.
      if (next.status !== "pending" || state.get().status !== "error") state.set(next);
    };
    const stop = observer.subscribe(show);
    show();
    return stop;
  });
  return state;
}

type Result<Data> = Pick<QueryState<Data, Failure>, "status" | "data" | "error">;

function toAsyncState<Data>({ status, data, error }: Result<Data> = pending): AsyncState<Data> {
  if (error) return { status: "error", data, error };
  return status === "success" && data !== undefined ? { status, data, error } : pending;
}

const pending = { status: "pending", data: undefined, error: null } as const;
