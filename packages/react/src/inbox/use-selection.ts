import type { Inquiry } from "@askback/core/wire";
import { useMemo, useState } from "react";

/** The rows that a person has selected. */
export interface Selection {
  /** In the order of the list. */
  readonly inquiries: readonly Inquiry[];
  readonly ids: ReadonlySet<string>;
  select(ids: Iterable<string>): void;
  /** Selects the rows for which an action failed, unless other rows are selected by now. */
  selectFailed(ids: Iterable<string>): void;
  toggle(id: string): void;
  clear(): void;
}

/** More at once would be more than a person can have looked at. */
export const maxSelected = 100;

/** Holds the selected rows. What leaves the list, or is not open any more, is no longer selected. */
export function useSelection(rows: readonly Inquiry[]): Selection {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const inquiries = useMemo(() => selectedRows(rows, picked), [rows, picked]);
  const ids = useMemo(() => new Set(inquiries.map(({ id }) => id)), [inquiries]);
  if (ids.size < picked.size) setPicked(ids);
  return {
    inquiries,
    ids,
    select: (next) => setPicked(new Set(next)),
    selectFailed: (failed) => setPicked((before) => pickedAfterFailure(before, failed)),
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setPicked(next);
    },
    clear: () => setPicked(new Set()),
  };
}

/** The open ones of the picked rows, as many as can be selected at once. */
export function selectedRows(rows: readonly Inquiry[], picked: ReadonlySet<string>): readonly Inquiry[] {
  return rows.filter(({ id, status }) => picked.has(id) && status === "open").slice(0, maxSelected);
}

/** A late failure does not change what a person has picked since, which they may be about to decline. */
export function pickedAfterFailure(picked: ReadonlySet<string>, failed: Iterable<string>): ReadonlySet<string> {
  return picked.size > 0 ? picked : new Set(failed);
}
