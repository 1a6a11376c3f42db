import type { Client, Failure, InquiryQuery } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import { replaceEqualDeep } from "@tanstack/query-core";
import type { Clock } from "../clock.ts";
import { isResolved } from "../live/inquiry-recency.ts";
import type { LiveEvent, LiveState } from "../live/live.ts";
import { queryKeys } from "../live/query-keys.ts";
import { isFirstObserver, type ServerQuery } from "../live/server-cache.ts";

export interface ListedInquiries {
  readonly inquiries: readonly Inquiry[];
  /** Whether the last page was read, so that whatever is added from now on is new. */
  readonly isWhole: boolean;
  /** Counts the changes, so that a read that ends later does not undo one. */
  readonly version: number;
}

/** Inquiries that fit a filter, page after page, and as they change. */
export interface InquiryList {
  readonly query: ServerQuery<ListedInquiries>;
  /** Reads the list now, unless it is being read. */
  refetch(): void;
  /** Takes what the server said of one inquiry. */
  put(inquiry: Inquiry): void;
  /** Refetches one inquiry. */
  refetchInquiry(inquiryId: string): Promise<void>;
  handleEvent(event: LiveEvent): void;
  /** Whether somebody observes it. */
  isActive(): boolean;
}

export interface InquiryListOptions {
  readonly client: Client;
  readonly live: LiveState;
  readonly clock: Clock;
  /** The end of its query key: its name, the agent and what is searched, each empty if the list is not limited by it. */
  readonly path: readonly string[];
  readonly filter: InquiryQuery;
  belongs(inquiry: Inquiry): boolean;
  /** Whether only the server knows if an inquiry fits, because the list is the result of a search. */
  readonly isSearch: boolean;
  /** For how many milliseconds an inquiry that was resolved stays before it leaves. */
  readonly lingerMs: number;
  /** How many pages are read; all unless given. */
  readonly pages?: number;
}

const pageSize = 200;
const gcMs = 300_000;

export function createInquiryList(options: InquiryListOptions): InquiryList {
  const { client, live, clock, filter, belongs, isSearch, lingerMs, pages = Number.POSITIVE_INFINITY } = options;
  const { cache, queryClient, queries } = live;
  const queryKey = [...queryKeys.inbox, "list", ...options.path];
  const cancelLeaving = new Map<string, () => void>();
  /** What changed since the last read began, as it is known; its pages may be older. */
  const changed = new Map<string, Inquiry | undefined>();

  const query: ServerQuery<ListedInquiries> = {
    queryKey,
    async queryFn() {
      const found = await cache.readCurrent(queryKey, readPages);
      // Written at once: what changes before the query takes the result builds on it.
      return queryClient.setQueryData<ListedInquiries>(queryKey, mergePages(shown(), found)) ?? emptyList;
    },
    structuralSharing: (before, after) => newer(before as ListedInquiries | undefined, after as ListedInquiries),
    gcTime: gcMs,
    refetchOnMount: isFirstObserver,
    // The list offers a retry, since reading all its pages on a timer would be costly.
    refetchInterval: false,
  };

  function shown(): ListedInquiries {
    return queryClient.getQueryData<ListedInquiries>(queryKey) ?? emptyList;
  }

  /** Stops early when events may have been missed, since it is called again then. */
  async function readPages(began: number) {
    const found: Inquiry[] = [];
    changed.clear();
    let cursor: string | undefined;
    let count = 0;
    do {
      const page = await client.inquiries.list({ ...filter, limit: pageSize, ...(cursor && { cursor }) });
      if (!page.ok) return page;
      found.push(...page.value.items);
      count += 1;
      cursor = count < pages ? page.value.next : undefined;
      // The first page at once, and the rest together: a long list is laid out anew each time.
      if (cursor !== undefined && shown() === emptyList)
        queryClient.setQueryData(queryKey, { ...mergePages(emptyList, found), isWhole: false });
    } while (cursor !== undefined && !cache.hasChangedSince(queryKey, began));
    return { ok: true, value: found } as const;
  }

  function mergePages(list: ListedInquiries, found: readonly Inquiry[]): ListedInquiries {
    const byId = new Map(list.inquiries.map((inquiry) => [inquiry.id, inquiry]));
    const foundIds = new Set(found.map(({ id }) => id));
    // What was put while there was no list is known only here.
    const put = [...changed.values()].filter((inquiry) => inquiry && (!isSearch || foundIds.has(inquiry.id)));
    for (const inquiry of [...found.filter(({ id }) => !changed.has(id)), ...put])
      if (inquiry && belongs(inquiry)) byId.set(inquiry.id, place(byId.get(inquiry.id), inquiry));
    for (const { id, status } of list.inquiries) {
      if (foundIds.has(id) || changed.has(id) || cancelLeaving.has(id)) continue;
      // The open ones are listed without it, and it may have been resolved or be open again.
      if (status === "held") void refetchInquiry(id);
      else byId.delete(id);
    }
    return { inquiries: [...byId.values()], isWhole: true, version: list.version + 1 };
  }

  async function refetchInquiry(inquiryId: string): Promise<void> {
    const key = queryKeys.inquiry(inquiryId);
    changed.set(inquiryId, changed.get(inquiryId));
    cache.touch({ queryKey: key });
    await queryClient.prefetchQuery({ ...queries.inquiry(inquiryId), staleTime: 0 });
    const { data, error } = queryClient.getQueryState<Inquiry, Failure>(key) ?? {};
    if (error?.status === 404) remove(inquiryId);
    else if (data && !error) put(data);
  }

  function put(inquiry: Inquiry): void {
    changed.set(inquiry.id, inquiry);
    const isListed = shown().inquiries.some(({ id }) => id === inquiry.id);
    const isLeaving = isListed && isResolved(inquiry) && lingerMs > 0 && !belongs(inquiry);
    if (!belongs(inquiry) && !isLeaving) return remove(inquiry.id);
    if (isSearch && !isListed) return readAgain();
    update((byId) => byId.set(inquiry.id, place(byId.get(inquiry.id), inquiry)));
    if (isLeaving && !cancelLeaving.has(inquiry.id))
      cancelLeaving.set(
        inquiry.id,
        clock.after(lingerMs, () => remove(inquiry.id)),
      );
  }

  /** Reads the list, also if it is being read: that may have been too early. */
  function readAgain(): void {
    cache.advance();
    cache.invalidate({ queryKey });
  }

  function remove(inquiryId: string): void {
    changed.set(inquiryId, undefined);
    cancelLeaving.get(inquiryId)?.();
    cancelLeaving.delete(inquiryId);
    update((byId) => byId.delete(inquiryId));
  }

  function update(change: (byId: Map<string, Inquiry>) => void): void {
    cache.update<ListedInquiries>(queryKey, (list) => {
      const byId = new Map(list.inquiries.map((inquiry) => [inquiry.id, inquiry]));
      change(byId);
      const inquiries = [...byId.values()];
      const isSame =
        inquiries.length === list.inquiries.length && inquiries.every((one, index) => one === list.inquiries[index]);
      return isSame ? list : { ...list, inquiries, version: list.version + 1 };
    });
  }

  function isActive(): boolean {
    return queryClient.getQueryCache().find({ queryKey })?.isActive() ?? false;
  }

  return {
    query,
    refetch: () => void queryClient.refetchQueries({ queryKey }, { cancelRefetch: false }),
    put,
    refetchInquiry,
    isActive,
    handleEvent(event) {
      if (!isActive()) return;
      if (event.type === "asked" || event.type === "changed" || event.type === "resolved")
        void refetchInquiry(event.inquiryId);
      // An erased conversation has no events for its inquiries.
      if (event.type === "conversation")
        for (const inquiry of shown().inquiries)
          if (inquiry.conversationId === event.conversationId && !isResolved(inquiry)) void refetchInquiry(inquiry.id);
    },
  };
}

const emptyList: ListedInquiries = { inquiries: [], isWhole: false, version: 0 };

/** The inquiry after another read of it. What is resolved stays so: an open inquiry in its place is older. */
function place(listed: Inquiry | undefined, read: Inquiry): Inquiry {
  return listed && isResolved(listed) && !isResolved(read) ? listed : replaceEqualDeep(listed, read);
}

function newer(before: ListedInquiries | undefined, after: ListedInquiries): ListedInquiries {
  return before && before.version > after.version ? before : after;
}
