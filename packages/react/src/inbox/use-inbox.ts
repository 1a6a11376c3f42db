import type { Failure } from "@askback/client";
import type { Inquiry, ResolutionType } from "@askback/core/wire";
import { useMemo, useRef, useState } from "react";
import { systemClock } from "../data/clock.ts";
import { type BulkActions, createBulkActions } from "../data/inbox/bulk-actions.ts";
import { createInbox, type Inbox as InboxData, type InboxFilter } from "../data/inbox/inbox.ts";
import { createQuickAnswers, type QuickAnswers } from "../data/inbox/quick-answers.ts";
import type { Services } from "../data/services.ts";
import { oncePerProvider } from "../once-per-provider.ts";
import { useServices } from "../services-context.ts";
import { useMinute } from "../use-minute.ts";
import { useServerQuery } from "../use-server-query.ts";
import { type InboxView, inView } from "./inbox-view.ts";
import { nextRows } from "./list/new-rows.ts";

export interface InboxQuery extends InboxFilter {
  readonly view: InboxView;
  /** Limits the view `done` to one resolution. */
  readonly outcome?: ResolutionType | undefined;
  /** While true, no row is inserted or moved. */
  readonly isBusy?: boolean;
}

export interface InboxRows {
  readonly status: "pending" | "success" | "error";
  readonly error: Failure | null;
  /** Names the list that the rows are of. */
  readonly key: string;
  readonly rows: readonly Inquiry[];
  /** Whether the rows are those of the filter before, while this one's are read. */
  readonly isOutdated: boolean;
  /** How many rows are held back until `showNew` is called or `isBusy` is false. */
  readonly waiting: number;
  showNew(): void;
  refetch(): void;
}

/** The rows of an inbox view, live. */
export function useInbox({ view, outcome, q, agent, assigned, isBusy = false }: InboxQuery): InboxRows {
  const inbox = useInboxData();
  const now = useMinute();
  const list = view === "done" ? inbox.done({ outcome, q, agent }) : inbox.open({ q, agent, assigned });
  const { status, data, error } = useServerQuery(list.query);
  const ordered = useMemo(() => inView(view, data?.inquiries ?? [], now), [view, data, now]);
  const byId = useMemo(() => new Map(ordered.map((inquiry) => [inquiry.id, inquiry])), [ordered]);

  const key = JSON.stringify([view, outcome, q, agent, assigned?.to]);
  const [before, setBefore] = useState<Shown>({ key, ids: [] });
  const shownBefore = before.key === key ? before.ids : [];
  const next = nextRows(shownBefore, { all: [...byId.keys()], isBusy, isLoading: data?.isWhole !== true });
  const shown = isSame(shownBefore, next.shown) ? shownBefore : next.shown;
  if (shown !== before.ids) setBefore({ key, ids: shown });
  const rows = useMemo(() => shown.flatMap((id) => byId.get(id) ?? []), [byId, shown]);
  const read = useRef({ view, key, rows });
  if (status !== "pending") read.current = { view, key, rows };
  const isOutdated = status === "pending" && read.current.view === view && read.current.rows.length > 0;

  return {
    status,
    error,
    ...(isOutdated ? read.current : { key, rows }),
    isOutdated,
    waiting: next.waiting,
    showNew: () => setBefore({ key: "", ids: [] }),
    refetch: list.refetch,
  };
}

/** The rows that are shown of a list. */
interface Shown {
  readonly key: string;
  readonly ids: readonly string[];
}

function isSame(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((id, index) => id === after[index]);
}

/** Created with the first view of the inbox, so that an app that only shows the count does not load it. */
const inboxOf = oncePerProvider(({ client, live, outbox }: Services) => {
  const inbox = createInbox({ client, live, clock: { ...systemClock, now: client.now } });
  const quickAnswers = createQuickAnswers({ client, inbox, outbox });
  return { inbox, quickAnswers, bulkActions: createBulkActions({ inbox, outbox }) };
});

export function useInboxData(): InboxData {
  return inboxOf(useServices()).inbox;
}

export function useQuickAnswers(): QuickAnswers {
  return inboxOf(useServices()).quickAnswers;
}

export function useBulkActions(): BulkActions {
  return inboxOf(useServices()).bulkActions;
}
