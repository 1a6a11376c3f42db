import { parseCursor, toCursor } from "./page.ts";
import type { ConversationFilter, InquiryFilter, Page, PageRequest } from "./store.ts";

/** A key finds a row in a list again: the time by which the list is sorted, and the id. */
export type RowKey = readonly [at: number, id: string];

export interface SliceRequest {
  readonly after: RowKey | undefined;
  /** How many rows to examine. */
  readonly rows: number;
  /** How many rows that fit are enough. */
  readonly limit: number;
}

export interface Slice<Item> {
  readonly found: readonly { readonly item: Item; readonly key: RowKey }[];
  /** The key of the last row that was examined. */
  readonly last: RowKey | undefined;
  readonly examined: number;
}

/** How much work one page of a search may take, after which it ends early and names the place to go on from. */
export interface SearchLimits {
  readonly rows: number;
  readonly ms: number;
  /** The rows of a slice: at first, and while slices are quick. */
  readonly sliceRows: readonly [first: number, most: number];
}

const defaultLimits: SearchLimits = { rows: 500_000, ms: 3_000, sliceRows: [200, 2_000] };

/** A slice that takes longer is followed by a smaller one, so that searches take turns and none reads for long. */
const sliceMs = 20;

/**
 * Whether a page needs more than an index: rows of its project have to be examined one by one. Such a page is read in
 * slices. Callers name their project; a list over all projects is for operators.
 */
export function isSearch(filter: AnyFilter): boolean {
  if (!isOfProject(filter)) return false;
  const { status, statuses, text, agent, createdBy, resolvedBy, waitsFor, waitingSets } = filter;
  const { assignedTo, assignedToOtherThan, unassigned } = filter;
  if (status !== "open" && isGiven(status, waitsFor, waitingSets)) return true;
  return isGiven(statuses, text, agent, createdBy, resolvedBy, assignedTo, assignedToOtherThan, unassigned);
}

/** Whether a page is read in slices: a search, or an inbox of which some inquiries wait for others. */
export function isSliced(filter: AnyFilter): boolean {
  return isSearch(filter) || (isOfProject(filter) && isGiven(filter.waitsFor, filter.waitingSets));
}

function isOfProject({ project, parentId, conversationId, runId, snoozedBy }: AnyFilter): boolean {
  return project !== undefined && !isGiven(parentId, conversationId, runId, snoozedBy);
}

type AnyFilter = Readonly<Partial<Record<keyof ConversationFilter | keyof InquiryFilter, unknown>>>;

function isGiven(...values: readonly unknown[]): boolean {
  return values.some((value) => value !== undefined);
}

/**
 * Reads a page slice by slice. It ends early, with `next`, when its limits are reached or nobody waits for it any more: such
 * a page may be short or empty.
 */
export async function readInSlices<Item>(
  { limit, cursor }: PageRequest,
  readSlice: (request: SliceRequest) => Promise<Slice<Item>>,
  { rows: maxRows, ms: maxMs, sliceRows: [first, most] }: SearchLimits = defaultLimits,
  signal?: AbortSignal,
): Promise<Page<Item>> {
  const began = performance.now();
  const found: Slice<Item>["found"][number][] = [];
  let after = cursor === undefined ? undefined : parseCursor(cursor);
  let rowsLeft = maxRows;
  for (let wanted = first; ; ) {
    const rows = Math.min(wanted, rowsLeft);
    const sent = performance.now();
    const slice = await readSlice({ after, rows, limit: limit + 1 - found.length });
    found.push(...slice.found);
    const items = found.slice(0, limit).map(({ item }) => item);
    const lastItem = found[limit - 1];
    if (found.length > limit && lastItem) return { items, next: toCursor(...lastItem.key) };
    if (slice.last === undefined || slice.examined < rows) return { items };
    after = slice.last;
    rowsLeft -= rows;
    const now = performance.now();
    if (rowsLeft === 0 || now - began >= maxMs || signal?.aborted) return { items, next: toCursor(...after) };
    wanted = now - sent > sliceMs ? Math.ceil(rows / 2) : Math.min(rows * 2, most);
  }
}
