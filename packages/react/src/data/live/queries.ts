import type { Client } from "@askback/client";
import type {
  Agent,
  AuditEntry,
  Conversation,
  Inquiry,
  Insight,
  Me,
  Member,
  Person,
  Run,
  StandingAnswer,
} from "@askback/core/wire";
import { type ConversationFilter, readConversations } from "./conversation-list.ts";
import { isOlder, mergeInquiry } from "./inquiry-recency.ts";
import { createNotificationQueries, type NotificationQueries } from "./notification-queries.ts";
import { queryKeys } from "./query-keys.ts";
import { type Listed, readPages } from "./read-pages.ts";
import { isFirstObserver, type ServerCache, type ServerQuery, valueOrThrow } from "./server-cache.ts";
import { createThreadQueries, type ThreadQueries } from "./thread-query.ts";

export interface InboxCount {
  readonly open: number;
  readonly snoozed: number;
}

/** What is read of the server, as options for a `QueryObserver`. */
export interface Queries extends ThreadQueries, NotificationQueries {
  readonly me: ServerQuery<Me>;
  readonly agents: ServerQuery<readonly Agent[]>;
  /** The people of the project. */
  readonly people: ServerQuery<readonly Person[]>;
  /** What they are in it. */
  readonly members: ServerQuery<readonly Member[]>;
  /** Those of some ids, also where they have left the project. */
  peopleOf(ids: readonly string[]): ServerQuery<readonly Person[]>;
  /** The one number that navigation, title, badge and bell show. It is the server's and is never counted here. */
  readonly inboxCount: ServerQuery<InboxCount>;
  conversations(filter: ConversationFilter): ServerQuery<Listed<Conversation>>;
  runs(conversationId: string): ServerQuery<readonly Run[]>;
  /** All inquiries of a conversation, oldest first. */
  asked(conversationId: string): ServerQuery<readonly Inquiry[]>;
  inquiry(inquiryId: string): ServerQuery<Inquiry>;
  insight(days: number): ServerQuery<Insight>;
  /** What nobody can answer, for owners; nothing for others. */
  unanswerable(isOwner: boolean): ServerQuery<readonly Inquiry[]>;
  readonly standing: ServerQuery<readonly StandingAnswer[]>;
  /** The beginning of what happened to an inquiry, in the order in which it was recorded. */
  audit(inquiry: Pick<Inquiry, "id" | "conversationId">, limit: number): ServerQuery<Listed<AuditEntry>>;
}

/** How inquiries get into the cache other than by their query. */
export interface InquiryWriter {
  /** Takes an inquiry that was read at a time, unless it has changed since. */
  setInquiry(inquiry: Inquiry, readAt: number): void;
  /** Lets a held answer be open again, as it is when it was taken back. */
  allowReopening(inquiryId: string): void;
}

const minuteMs = 60_000;
const agentsStaleMs = 10_000;
const peopleStaleMs = 60_000;
const insightStaleMs = 30_000;

export function createQueries(client: Client, cache: ServerCache): Queries & InquiryWriter {
  const { queryClient } = cache;
  const queryCache = queryClient.getQueryCache();
  /** The queries of inquiries whose held answer may be open again. */
  const reopened = new WeakSet<object>();
  // As a default of the key it applies also to what is written before anybody reads it.
  queryClient.setQueryDefaults(queryKeys.inquiries, {
    structuralSharing: (known, read) => nextInquiry(known as Inquiry | undefined, read as Inquiry),
  });

  function nextInquiry(known: Inquiry | undefined, read: Inquiry): Inquiry {
    const query = queryCache.find({ queryKey: queryKeys.inquiry(read.id) });
    if (known && isOlder(read, known, { wasReopened: query !== undefined && reopened.has(query) })) return known;
    if (query && read.status === "held") reopened.delete(query);
    return mergeInquiry(known, read);
  }

  function setInquiry(inquiry: Inquiry, readAt: number): void {
    const queryKey = queryKeys.inquiry(inquiry.id);
    if (!cache.hasChangedSince(queryKey, readAt)) queryClient.setQueryData(queryKey, inquiry);
  }

  return {
    ...createThreadQueries({ client, cache, setInquiry }),
    ...createNotificationQueries(client, cache),
    me: {
      queryKey: queryKeys.me,
      queryFn: async ({ signal }) => valueOrThrow(await client.me({ signal })),
      gcTime: Number.POSITIVE_INFINITY,
    },
    agents: {
      queryKey: queryKeys.agents,
      queryFn: async () => valueOrThrow(await client.agents()).items,
      gcTime: Number.POSITIVE_INFINITY,
      // No event tells that an agent was added, and a page shows the avatars of many.
      staleTime: agentsStaleMs,
    },
    people: {
      queryKey: queryKeys.people,
      queryFn: async () => valueOrThrow(await client.people()).items,
      gcTime: Number.POSITIVE_INFINITY,
      staleTime: peopleStaleMs,
    },
    members: {
      queryKey: queryKeys.members,
      queryFn: async ({ signal }) => valueOrThrow(await client.members.list({ signal })).items,
      staleTime: peopleStaleMs,
    },
    peopleOf: (ids) => ({
      queryKey: queryKeys.peopleOf(ids),
      queryFn: async () => (ids.length === 0 ? [] : valueOrThrow(await client.people(ids)).items),
      staleTime: Number.POSITIVE_INFINITY,
    }),
    inboxCount: {
      queryKey: queryKeys.inboxCount,
      queryFn: () => cache.readCurrent(queryKeys.inboxCount, () => client.inbox.count()),
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnMount: isFirstObserver,
      // No event tells that a snoozed inquiry is back.
      refetchInterval: (query) => cache.retryInterval(query) || ((query.state.data?.snoozed ?? 0) > 0 && minuteMs),
    },
    conversations({ q, agent, status, limit }) {
      const queryKey = [...queryKeys.conversations, q, limit, agent, status];
      const filter = { q, agent, status, limit };
      return {
        queryKey,
        // A search is costly for the server, which ends it when the request is aborted; only reading the signal makes the query abort it.
        queryFn: (context) => {
          const options = q === "" ? {} : { signal: context.signal };
          return cache.readCurrent(queryKey, () => readConversations(client.conversations.list, filter, options));
        },
        refetchOnMount: isFirstObserver,
      };
    },
    runs(conversationId) {
      const queryKey = queryKeys.runs(conversationId);
      const read = () => client.conversations.runs(conversationId);
      return { queryKey, queryFn: async () => (await cache.readCurrent(queryKey, read)).items };
    },
    asked(conversationId) {
      const queryKey = queryKeys.asked(conversationId);
      const read = () => readPages((page) => client.inquiries.list({ conversation: conversationId, ...page }));
      return { queryKey, queryFn: async () => (await cache.readCurrent(queryKey, read)).items };
    },
    inquiry(inquiryId) {
      const queryKey = queryKeys.inquiry(inquiryId);
      return { queryKey, queryFn: () => cache.readCurrent(queryKey, () => client.inquiries.get(inquiryId)) };
    },
    unanswerable: (isOwner) => ({
      queryKey: [...queryKeys.unanswerable, isOwner],
      queryFn: async ({ signal }) =>
        isOwner
          ? valueOrThrow(await client.inquiries.list({ status: "open", unanswerable: true }, { signal })).items
          : [],
    }),
    standing: {
      queryKey: queryKeys.standing,
      queryFn: async ({ signal }) => valueOrThrow(await client.standingAnswers.list({ signal })).items,
    },
    insight: (days) => ({
      queryKey: queryKeys.insight(days),
      queryFn: async ({ signal }) => valueOrThrow(await client.insight({ days }, { signal })),
      // The server computes it as often.
      staleTime: insightStaleMs,
    }),
    audit({ id, conversationId }, limit) {
      const queryKey = [...queryKeys.audit(conversationId, id), limit];
      const read = () => readPages((page) => client.inquiries.audit(id, page), limit);
      return { queryKey, queryFn: () => cache.readCurrent(queryKey, read) };
    },
    setInquiry,
    allowReopening(inquiryId) {
      const query = queryCache.find({ queryKey: queryKeys.inquiry(inquiryId) });
      if (query) reopened.add(query);
    },
  };
}
