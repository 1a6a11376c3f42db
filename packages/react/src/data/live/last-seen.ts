import type { Query, QueryCacheNotifyEvent, QueryKey } from "@tanstack/query-core";
import { atom, type ReadableAtom } from "nanostores";
import type { Clock } from "../clock.ts";
import type { Network } from "../outbox/network.ts";
import type { BrowserStorage } from "../storage/browser-storage.ts";
import { createSeenStore, type Seen } from "../storage/seen-store.ts";
import type { LiveState } from "./live.ts";
import { queryKeys } from "./query-keys.ts";
import { inquiriesOf, isStored, readId, storedPart, withoutDeleted } from "./stored-part.ts";

/** What the person last saw: stored in this browser, and shown while the server cannot be reached. */
export interface LastSeen {
  /** While the server cannot be reached: when the oldest of what is shown was last updated. */
  readonly updatedAt: ReadableAtom<number | undefined>;
  /** Deletes what a person saw, in every project, also what is not stored yet. */
  clear(person: string): Promise<void>;
  /** Stores nothing any more, because somebody else is signed in. */
  end(): void;
  start(): () => void;
}

export interface LastSeenOptions {
  readonly live: LiveState;
  readonly network: Network;
  readonly storage: Pick<BrowserStorage, "database" | "onPageHide">;
  /** Names the person, who may not be known yet. */
  readonly owner: Promise<string>;
  readonly clock: Clock;
}

/** Changes come in bursts, which are stored together when they pause. */
const pauseMs = 2_000;
const maxPauseMs = 15_000;

export function createLastSeen({ live, network, storage, owner, clock }: LastSeenOptions): LastSeen {
  const { queryClient, connection } = live;
  const queryCache = queryClient.getQueryCache();
  const store = createSeenStore({ database: storage.database, owner, now: clock.now });
  const updatedAt = atom<number | undefined>(undefined);
  /** What is not stored yet, by the hash of its query. */
  const changed = new Map<string, Seen>();
  /** The queries that show what was stored, with its time. */
  const restored = new Map<Query, number>();
  const tried = new WeakSet<Query>();
  /** The conversations and inquiries that the server no longer has, until they are removed from the store. */
  const deleted = new Set<string>();
  let isRemoving = false;
  let isRestoring = false;
  let isEnded = false;
  let wasLive = false;
  let lostAt: number | undefined;
  let changedSince = 0;
  let cancelWrite: (() => void) | undefined;

  const isDisconnected = () => !network.isOnline() || connection.get() === "lost";

  function handleQuery(event: QueryCacheNotifyEvent): void {
    const { type, query } = event;
    if (type === "added") restoreMissing();
    if (type === "removed") restored.delete(query);
    if (type === "updated" && event.action.type === "success" && !isRestoring) {
      restored.delete(query);
      if (!isDisconnected()) remember(query);
    }
    if (type === "updated" && event.action.type === "error" && isGone(event.action.error))
      forget(readId(query.queryKey));
    if (restored.size > 0 || updatedAt.get() !== undefined) showTime();
  }

  function remember({ queryHash, queryKey, state }: Query): void {
    const value = storedPart(queryKey, state.data);
    if (value === undefined || isEnded) return;
    if (changed.size === 0) changedSince = clock.now();
    changed.set(queryHash, { value, seenAt: clock.now() });
    cancelWrite?.();
    cancelWrite = clock.after(Math.max(0, Math.min(pauseMs, changedSince + maxPauseMs - clock.now())), write);
  }

  function write(): void {
    const values = new Map(changed);
    drop();
    if (values.size > 0) void store.put(values);
  }

  function drop(): void {
    cancelWrite?.();
    cancelWrite = undefined;
    changed.clear();
  }

  /** Removes a conversation or an inquiry that the server no longer has. */
  function forget(id: string | undefined): void {
    if (id === undefined) return;
    deleted.add(id);
    for (const [name, seen] of changed) {
      const value = withoutDeleted(toQueryKey(name), seen.value, deleted);
      if (value === undefined) changed.delete(name);
      else changed.set(name, { ...seen, value });
    }
    void removeDeleted();
  }

  /** Many may be deleted at once, and are removed together. */
  async function removeDeleted(): Promise<void> {
    if (isRemoving) return;
    isRemoving = true;
    while (deleted.size > 0) {
      const ids = new Set(deleted);
      deleted.clear();
      await store.edit([...ids], (name, value) => withoutDeleted(toQueryKey(name), value, ids));
    }
    isRemoving = false;
  }

  function restoreMissing(): void {
    if (!isDisconnected()) return;
    for (const query of queryCache.getAll())
      if (query.state.data === undefined && isStored(query.queryKey) && !tried.has(query)) void restore(query);
  }

  async function restore(query: Query): Promise<void> {
    tried.add(query);
    const seen = await store.get(query.queryHash);
    if (!isDisconnected()) tried.delete(query);
    else if (seen && query.state.data === undefined) showSeen(query, seen);
  }

  function showSeen(query: Query, seen: Seen): void {
    isRestoring = true;
    show(query, seen);
    for (const inquiry of inquiriesOf(query.queryKey, seen.value)) {
      const queryKey: QueryKey = queryKeys.inquiry(inquiry.id);
      const part = queryCache.build(queryClient, { queryKey });
      if (part.state.data === undefined) show(part, { ...seen, value: inquiry });
    }
    isRestoring = false;
    showTime();
  }

  /** A read that is under way, or failed, goes on or stays so. */
  function show(query: Query, { value, seenAt }: Seen): void {
    restored.set(query, seenAt);
    if (query.state.status === "error") query.setState({ data: value, dataUpdatedAt: seenAt });
    else queryClient.setQueryData(query.queryKey, value, { updatedAt: seenAt });
    query.invalidate();
  }

  function showTime(): void {
    const times = [...restored].flatMap(([query, seenAt]) => (query.isActive() ? [seenAt] : []));
    if (lostAt !== undefined) times.push(lostAt);
    updatedAt.set(isDisconnected() && times.length > 0 ? Math.min(...times) : undefined);
  }

  /** A device that loses its network says so long before the stream is known to be lost. */
  function handleChange(): void {
    if (isDisconnected()) {
      if (wasLive) lostAt ??= clock.now();
      restoreMissing();
    } else if (connection.get() === "live") {
      wasLive = true;
      lostAt = undefined;
      const isRestored = (query: Query) => restored.has(query);
      void queryClient.refetchQueries({ type: "active", predicate: isRestored }, { cancelRefetch: false });
    }
    showTime();
  }

  return {
    updatedAt,
    clear(person) {
      drop();
      return store.clear(person);
    },
    end() {
      isEnded = true;
      drop();
    },
    start() {
      const stops = [
        queryCache.subscribe(handleQuery),
        live.onEvent((event) => event.type === "conversation" && event.isDeleted && forget(event.conversationId)),
        connection.listen(handleChange),
        network.onChange(handleChange),
        storage.onPageHide(write),
      ];
      restoreMissing();
      return () => {
        for (const stop of stops) stop();
        write();
      };
    },
  };
}

function isGone(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("status" in error)) return false;
  return error.status === 404 || error.status === 410;
}

/** The key of a query from its hash. */
function toQueryKey(hash: string): QueryKey {
  return JSON.parse(hash);
}
