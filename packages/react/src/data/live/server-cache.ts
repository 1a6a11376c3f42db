import { type Failure, isTransient, type Reply } from "@askback/client";
import {
  hashKey,
  QueryCache,
  QueryClient,
  type QueryFilters,
  type QueryKey,
  type QueryObserverOptions,
} from "@tanstack/query-core";

/** A query of the server; its errors are the client's failures. */
export type ServerQuery<Data> = QueryObserverOptions<Data, Failure>;

/** Something that is read from the server, in TanStack Query's words. The data stays while a later read fails. */
export type AsyncState<Data> =
  | { readonly status: "pending"; readonly data: undefined; readonly error: null }
  | { readonly status: "success"; readonly data: Data; readonly error: null }
  | { readonly status: "error"; readonly data: Data | undefined; readonly error: Failure };

/**
 * TanStack Query's cache with a logical time, so that no read overwrites what happened while it was under way.
 * The time advances with each event of the stream and each write of this page.
 */
export interface ServerCache {
  readonly queryClient: QueryClient;
  now(): number;
  advance(): void;
  /** Marks queries as changed now, so that a read of them that is under way is repeated. */
  touch(filters: QueryFilters): void;
  /** Touches queries, and refetches those that have observers. */
  invalidate(filters: QueryFilters): void;
  hasChangedSince(queryKey: QueryKey, time: number): boolean;
  /** The `refetchInterval` of a query that failed and may succeed later. */
  retryInterval(query: FailedQuery): number | false;
  /** Changes cached data; what was invalid, or in error, stays so. */
  update<Data>(queryKey: QueryKey, change: (data: Data) => Data): void;
  /**
   * Reads until nothing changed during a read, and throws a failure; for query functions. `onRead` gets each value, also
   * an outdated one, since an older state is better than none while events come faster than reads.
   */
  readCurrent<Value>(
    queryKey: QueryKey,
    read: (began: number) => Reply<Value>,
    onRead?: (value: Value, began: number) => void,
  ): Promise<Value>;
}

type FailedQuery = { readonly state: { readonly status: string; readonly error: unknown } };

const firstRetryMs = 2_000;
const maxRetryMs = 60_000;
const gcMs = 5_000;

export function createServerCache(): ServerCache {
  const changedAt = new WeakMap<object, number>();
  const failures = new WeakMap<object, number>();
  const failedAt = new WeakMap<object, number>();
  let time = 0;
  const queryCache = new QueryCache({
    onError(_, query) {
      failures.set(query, (failures.get(query) ?? 0) + 1);
      failedAt.set(query, time);
    },
    onSuccess: (_, query) => failures.delete(query),
  });
  const queryClient = new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        // The browser may be wrong about its network, so a read is always tried.
        networkMode: "always",
        // Each change comes as an event.
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: gcMs,
        refetchOnWindowFocus: false,
        // TanStack's retry stops in hidden tabs and hides the error until it gives up; an interval does neither.
        retry: false,
        refetchInterval: retryInterval,
        refetchIntervalInBackground: true,
        retryOnMount: (query) => !isMissing(query) || (changedAt.get(query) ?? 0) > (failedAt.get(query) ?? 0),
      },
    },
  });

  function retryInterval(query: FailedQuery): number | false {
    const { status, error } = query.state;
    if (status !== "error" || !isFailure(error) || !isTransient(error)) return false;
    return Math.min(firstRetryMs * 2 ** (failures.get(query) ?? 0), maxRetryMs);
  }

  function touch(filters: QueryFilters): void {
    for (const query of queryCache.findAll(filters)) changedAt.set(query, time);
  }

  function hasChangedSince(queryKey: QueryKey, since: number): boolean {
    const query = queryCache.get(hashKey(queryKey));
    return query !== undefined && (changedAt.get(query) ?? 0) > since;
  }

  return {
    queryClient,
    now: () => time,
    advance() {
      time += 1;
    },
    touch,
    invalidate(filters) {
      touch(filters);
      // A read that is under way is repeated by itself.
      void queryClient.invalidateQueries(filters, { cancelRefetch: false });
    },
    hasChangedSince,
    retryInterval,
    update<Data>(queryKey: QueryKey, change: (data: Data) => Data) {
      const query = queryCache.get<Data>(hashKey(queryKey));
      if (!query || query.state.data === undefined) return;
      const { data, status, isInvalidated } = query.state;
      // A failed query counts as invalidated, and `setQueryData` would end its error.
      if (status === "error") return query.setState({ data: change(data) });
      queryClient.setQueryData<Data>(queryKey, change(data));
      if (isInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
    },
    async readCurrent(queryKey, read, onRead) {
      while (true) {
        const began = time;
        const reply = await read(began);
        const isOutdated = hasChangedSince(queryKey, began);
        if (reply.ok) onRead?.(reply.value, began);
        if (!isOutdated) return valueOrThrow(reply);
      }
    },
  };
}

/** Whether the server said that there is no such thing. */
export function isMissing({ state: { error } }: FailedQuery): boolean {
  return isFailure(error) && error.status === 404;
}

/** The value of a reply; throws its failure, as a query function does. */
export function valueOrThrow<Value>(reply: Awaited<Reply<Value>>): Value {
  if (reply.ok) return reply.value;
  throw reply.error;
}

/** For `refetchOnMount` of queries that no event refetches while nobody observes them. */
export function isFirstObserver({ observers }: { readonly observers: readonly unknown[] }): "always" | false {
  return observers.length <= 1 ? "always" : false;
}

function isFailure(error: unknown): error is Failure {
  return typeof error === "object" && error !== null && "status" in error && "code" in error;
}
