import type { Failure } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import { useMemo, useState } from "react";
import { valueIn } from "../live/known.ts";
import { useSource } from "../use-source.ts";
import { type InboxView, inView, type Outcome } from "./inbox-view.ts";
import { nextRows } from "./new-rows.ts";
import { useInboxLive, useMinute } from "./use-inbox-live.ts";

export interface InboxQuery {
  readonly view: InboxView;
  /** Of what is done, only what ended so. */
  readonly outcome?: Outcome | undefined;
  /** While true, nothing is inserted and nothing moves. */
  readonly isBusy?: boolean;
}

export interface InboxRows {
  readonly status: "loading" | "ready" | "failed";
  readonly problem: Failure | undefined;
  readonly rows: readonly Inquiry[];
  /** How many more there are, held back until `showNew` or until nobody is busy. */
  readonly waiting: number;
  showNew(): void;
  retry(): void;
}

/** A view of the inbox as it changes. Remount it for another view: rows that are held back belong to one. */
export function useInbox({ view, outcome, isBusy = false }: InboxQuery): InboxRows {
  const inbox = useInboxLive();
  const now = useMinute();
  const list = view === "done" ? inbox.done(outcome) : inbox.open;
  const known = useSource(list);
  const value = valueIn(known);
  const ordered = useMemo(() => inView(view, value?.inquiries ?? [], now), [view, value, now]);
  const byId = useMemo(() => new Map(ordered.map((inquiry) => [inquiry.id, inquiry])), [ordered]);

  const [before, setBefore] = useState<readonly string[]>([]);
  const next = nextRows(before, { all: [...byId.keys()], isBusy, isLoading: value?.isWhole !== true });
  const shown = isSame(before, next.shown) ? before : next.shown;
  if (shown !== before) setBefore(shown);
  const rows = useMemo(() => shown.flatMap((id) => byId.get(id) ?? []), [byId, shown]);

  return {
    status: known.status,
    problem: known.status === "failed" ? known.problem : undefined,
    rows,
    waiting: next.waiting,
    showNew: () => setBefore([]),
    retry: () => void list.reload(),
  };
}

function isSame(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((id, index) => id === after[index]);
}
