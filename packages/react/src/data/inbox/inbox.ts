import type { Client } from "@askback/client";
import type { Conversation, Inquiry, Resolution } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import { isResolved } from "../live/inquiry-recency.ts";
import type { LiveState } from "../live/live.ts";
import { queryKeys } from "../live/query-keys.ts";
import { type ServerQuery, valueOrThrow } from "../live/server-cache.ts";
import { createInquiryList, type InquiryList, type InquiryListOptions } from "./inquiry-list.ts";

/** For how long a resolved row shows its receipt before it leaves. */
export const receiptMs = 4_000;

/** What limits a list of the inbox. */
export interface InboxFilter {
  /** A part of what was asked, of the title of the conversation or of the agent's title. */
  readonly q?: string | undefined;
  /** The name of the agent that asks. */
  readonly agent?: string | undefined;
  /** Who has it. */
  readonly assigned?: Assigned | undefined;
}

/** Who has an inquiry: `me` has taken it or is asked to answer it, nobody has, or somebody else. */
export interface Assigned {
  readonly to: AssignedTo;
  readonly me: string;
}

export const assignedTo = ["mine", "unassigned", "others"] as const;
export type AssignedTo = (typeof assignedTo)[number];

export interface DoneFilter extends InboxFilter {
  readonly outcome?: Resolution["type"] | undefined;
}

export type NamedConversation = Pick<Conversation, "title" | "forkedFrom">;

/** The inbox as it changes. */
export interface Inbox {
  readonly clock: Clock;
  /** Everything that waits for an answer, what is snoozed included; what was just resolved stays for a moment. */
  open(filter?: InboxFilter): InquiryList;
  /** What is resolved: all of it, or what ended in one way. */
  done(filter?: DoneFilter): InquiryList;
  /** How a conversation is named in rows, and whether it is a fork. */
  conversation(conversationId: string): ServerQuery<NamedConversation>;
  /** After something was done with an inquiry: takes what the server said of it, or reads it. */
  changed(inquiry: Inquiry | string): void;
  /** The reader has opened an inquiry, which does not change the count. */
  seen(inquiry: Inquiry): void;
}

export interface InboxOptions {
  readonly client: Client;
  readonly live: LiveState;
  readonly clock: Clock;
}

/** What is done is read back for so many pages; a search finds older ones. */
const pagesOfDone = 5;
/** Each search is a list, and the oldest ones are forgotten. */
const maxLists = 20;

export function createInbox({ client, live, clock }: InboxOptions): Inbox {
  const lists = new Map<string, InquiryList>();

  live.onEvent((event) => {
    for (const list of lists.values()) list.handleEvent(event);
  });

  /** One list for each filter. */
  function listOf(name: string, { q, agent, assigned }: InboxFilter, options: OwnListOptions): InquiryList {
    const path = [name, agent ?? "", q ?? "", assigned?.to ?? ""];
    const key = JSON.stringify(path);
    const known = lists.get(key);
    if (known) return known;
    const [unused] = [...lists].find(([, { isActive }]) => !isActive()) ?? [];
    if (unused !== undefined && lists.size >= maxLists) lists.delete(unused);
    const list = createInquiryList({
      client,
      live,
      clock,
      ...options,
      path,
      filter: {
        ...options.filter,
        ...(q && { q }),
        ...(agent && { agent }),
        ...(assigned && { assigned: assigned.to }),
      },
      belongs: (inquiry) =>
        options.belongs(inquiry) && (!agent || inquiry.agent === agent) && (!assigned || isAssigned(inquiry, assigned)),
      isSearch: Boolean(q),
    });
    lists.set(key, list);
    return list;
  }

  function setInquiry(inquiry: Inquiry): void {
    for (const list of lists.values()) list.put(inquiry);
    // What a user does for themselves alone is no event.
    void live.refetchInquiry(inquiry.id);
  }

  return {
    clock,
    open: (filter = {}) =>
      listOf("open", filter, {
        filter: { status: "open", waiting: "you" },
        belongs: (inquiry) => !isResolved(inquiry) && inquiry.mayAnswer !== false && inquiry.waitsForCaller !== false,
        lingerMs: receiptMs,
      }),
    done: ({ outcome, ...filter } = {}) =>
      listOf(outcome ?? "done", filter, {
        filter: { order: "newest", ...(outcome ? { status: outcome } : { resolved: true }) },
        belongs: (inquiry) => isResolved(inquiry) && (!outcome || inquiry.status === outcome),
        lingerMs: 0,
        pages: pagesOfDone,
      }),
    conversation: createNameQuery(client),
    changed(inquiry) {
      live.cache.advance();
      if (typeof inquiry === "string") for (const list of lists.values()) void list.refetchInquiry(inquiry);
      else setInquiry(inquiry);
      live.cache.invalidate({ queryKey: queryKeys.inboxCount });
    },
    seen: setInquiry,
  };
}

function isAssigned({ takenBy, assignee }: Inquiry, { to, me }: Assigned): boolean {
  const holder = takenBy ?? assignee;
  switch (to) {
    case "mine":
      return holder === me;
    case "unassigned":
      return holder === undefined;
    case "others":
      return holder !== undefined && holder !== me;
  }
}

type OwnListOptions = Pick<InquiryListOptions, "filter" | "belongs" | "lingerMs" | "pages">;

const readsAtOnce = 2;

/** Names are read when a row shows them: few at once, and not for rows that were scrolled past. */
function createNameQuery(client: Client): Inbox["conversation"] {
  const waiting = new Set<() => void>();
  let running = 0;

  async function acquire(signal: AbortSignal): Promise<void> {
    if (running < readsAtOnce) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      waiting.add(resolve);
      signal.addEventListener("abort", () => {
        waiting.delete(resolve);
        reject(signal.reason);
      });
    });
  }

  function release(): void {
    const [next] = waiting;
    if (!next) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return (conversationId) => ({
    queryKey: [...queryKeys.titles, conversationId],
    async queryFn({ signal }) {
      await acquire(signal);
      const reply = await client.conversations.get(conversationId, { signal });
      release();
      const { title, forkedFrom } = valueOrThrow(reply);
      return { ...(title !== undefined && { title }), ...(forkedFrom && { forkedFrom }) };
    },
    gcTime: Number.POSITIVE_INFINITY,
  });
}
