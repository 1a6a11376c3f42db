import { aborted, type Client, type Connection, type Failure, type LiveEvents, type Reply } from "@askback/client";
import type { DraftSaved, Inquiry, Me, RecordedEvent, StreamEvent } from "@askback/core/wire";
import { noop, type Query, type QueryClient } from "@tanstack/query-core";
import type { ReadableAtom } from "nanostores";
import type { Clock } from "../clock.ts";
import { applyEvent, changesInbox, inquiryIdOf } from "./apply-event.ts";
import { createConnectionStatus } from "./connection-status.ts";
import { createPresence } from "./presence.ts";
import { createQueries, type Queries } from "./queries.ts";
import { queryAtom } from "./query-atom.ts";
import { queryKeys } from "./query-keys.ts";
import { type AsyncState, createServerCache, isMissing, type ServerCache } from "./server-cache.ts";

/** The state of the server as it changes, over one stream of events. */
export interface Live {
  readonly queryClient: QueryClient;
  readonly queries: Queries;
  readonly connection: ReadableAtom<Connection>;
  readonly me: ReadableAtom<AsyncState<Me>>;
  inquiry(inquiryId: string): ReadableAtom<AsyncState<Inquiry>>;
  /** Those who are writing an answer elsewhere. */
  writers(inquiryId: string): ReadableAtom<readonly string[]>;
  /** The inquiry as it is cached. */
  getInquiry(inquiryId: string): Inquiry | undefined;
  /** Reads an inquiry now; undefined where it cannot be read and never was. */
  refetchInquiry(inquiryId: string): Promise<Inquiry | undefined>;
  /** Calls back for what happens, after the cache has it; returns how to stop that. */
  onEvent(listener: (event: LiveEvent) => void): () => void;
}

/** Something that happened, for components that react to more than the state. */
export type LiveEvent =
  | { readonly type: "asked" | "changed" | "resolved"; readonly conversationId: string; readonly inquiryId: string }
  | { readonly type: "conversation"; readonly conversationId: string; readonly isDeleted?: true }
  | { readonly type: "draft-saved"; readonly saved: DraftSaved }
  /** The stream began anew, after events may have been missed. */
  | { readonly type: "snapshot" };

/** Live state with what only the data layer may do. */
export interface LiveState extends Live {
  readonly cache: ServerCache;
  /** Caches the result of a command before its event comes. */
  setInquiry(inquiry: Inquiry): void;
  /** The current user; refetched after each change of the connection, since somebody else may have signed in. */
  readMe(): Reply<Me>;
  /** Refetches the current user, since somebody else may have signed in. */
  refetchMe(): void;
  /** Opens the stream; returns how to close it. */
  start(): () => void;
}

export function createLive(client: Client, { clock }: { readonly clock: Clock }): LiveState {
  const cache = createServerCache();
  const { queryClient } = cache;
  const queries = createQueries(client, cache);
  const presence = createPresence(clock);
  const status = createConnectionStatus(clock);
  const listeners = new Set<(event: LiveEvent) => void>();
  const userId = () => queryClient.getQueryData<Me>(queryKeys.me)?.id;

  async function follow(events: LiveEvents, signal: AbortSignal): Promise<void> {
    for await (const event of events) {
      if (signal.aborted) return;
      applyEvent(event, { cache, inquiries: queries, presence, userId });
      for (const liveEvent of toLiveEvents(event)) for (const listener of [...listeners]) listener(liveEvent);
    }
  }

  function onConnection(connection: Connection): void {
    expireMe();
    const wasLive = status.connection.get() === "live";
    status.report(connection);
    if (connection !== "live") return;
    void readMe();
    // Their next retry may be a minute away.
    const mayBeThere = (query: Query) => query.state.status === "error" && !isMissing(query);
    const failed = { type: "active", predicate: mayBeThere } as const;
    if (!wasLive) void queryClient.refetchQueries(failed, { cancelRefetch: false });
  }

  /** Makes the next `readMe` ask the server, and restarts one that is under way: it may be answered for another user. */
  function expireMe(): void {
    const query = queryClient.getQueryCache().find({ queryKey: queryKeys.me });
    query?.invalidate();
    if (query?.state.fetchStatus !== "fetching") return;
    void query.cancel({ silent: true });
    void query.fetch().catch(noop);
  }

  async function readMe(): Reply<Me> {
    await queryClient.prefetchQuery(queries.me);
    const { data, error } = queryClient.getQueryState<Me, Failure>(queryKeys.me) ?? {};
    if (error) return { ok: false, error };
    return data ? { ok: true, value: data } : { ok: false, error: aborted };
  }

  const getInquiry = (inquiryId: string) => queryClient.getQueryData<Inquiry>(queryKeys.inquiry(inquiryId));

  return {
    cache,
    queryClient,
    queries,
    connection: status.connection,
    me: queryAtom(queryClient, queries.me),
    inquiry: (inquiryId) => queryAtom(queryClient, queries.inquiry(inquiryId)),
    writers: presence.writers,
    getInquiry,
    async refetchInquiry(inquiryId) {
      cache.advance();
      cache.touch({ queryKey: queryKeys.inquiry(inquiryId) });
      await queryClient.prefetchQuery({ ...queries.inquiry(inquiryId), staleTime: 0 });
      return getInquiry(inquiryId);
    },
    setInquiry(inquiry) {
      cache.advance();
      queries.allowReopening(inquiry.id);
      queries.setInquiry(inquiry, cache.now());
      cache.touch({ queryKey: queryKeys.inquiry(inquiry.id) });
    },
    onEvent(listener) {
      const own = (event: LiveEvent) => listener(event);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    readMe,
    refetchMe() {
      expireMe();
      void readMe();
    },
    start() {
      const closing = new AbortController();
      const events = client.events();
      const stopConnection = events.onConnection(onConnection);
      onConnection(events.connection);
      void readMe();
      void follow(events, closing.signal);
      return () => {
        closing.abort();
        stopConnection();
        status.reset();
        presence.clear();
        events.close();
        queryClient.clear();
      };
    },
  };
}

function toLiveEvents(event: StreamEvent): readonly LiveEvent[] {
  if (event.type === "snapshot") return [{ type: "snapshot" }];
  if (event.type === "draft.saved") return [{ type: "draft-saved", saved: event }];
  if (event.type === "text.streamed") return [];
  const { conversationId } = event;
  const inquiryId = changesInbox(event) ? inquiryIdOf(event) : undefined;
  const deleted = event.type === "conversation.deleted" && ({ isDeleted: true } as const);
  const conversation = { type: "conversation", conversationId, ...deleted } as const;
  if (inquiryId === undefined) return [conversation];
  return [{ type: changeBy(event), conversationId, inquiryId }, conversation];
}

/** A fork is no new question, so that it is notified of as little as any other change. */
function changeBy({ type }: RecordedEvent): "asked" | "changed" | "resolved" {
  if (type === "inquiry.asked") return "asked";
  return type === "inquiry.resolved" || type === "inquiry.superseded" ? "resolved" : "changed";
}
