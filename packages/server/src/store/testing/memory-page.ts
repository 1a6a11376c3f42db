import { parseCursor, toCursor, toPage } from "../page.ts";
import type { Page, PageRequest } from "../store.ts";

type SortKey = readonly [at: number, id: string];

export function oldestFirst([at, id]: SortKey, [otherAt, otherId]: SortKey): number {
  return at - otherAt || (id < otherId ? -1 : Number(id > otherId));
}

export function newestFirst(key: SortKey, other: SortKey): number {
  return oldestFirst(other, key);
}

/** A page of the items in an order. */
export function pageOf<Item>(
  items: readonly Item[],
  { limit, cursor }: PageRequest,
  compare: typeof oldestFirst,
  sortKeyOf: (item: Item) => SortKey,
): Page<Item> {
  const last = cursor === undefined ? undefined : parseCursor(cursor);
  const found = items
    .filter((item) => !last || compare(last, sortKeyOf(item)) < 0)
    .sort((a, b) => compare(sortKeyOf(a), sortKeyOf(b)));
  return toPage(found, limit, (item) => toCursor(...sortKeyOf(item)));
}

/** Whether a candidate has all wanted values. */
export function matches(candidate: object, wanted: object): boolean {
  const values = new Map(Object.entries(candidate));
  return Object.entries(wanted).every(([name, value]) => value === undefined || values.get(name) === value);
}
