import { parseCursor, toCursor, toPage } from "./page.ts";
import { pageQuery, type Row, rowsToSlice, rowToKey, type SlicedList, sliceQuery } from "./slice-sql.ts";
import { isSliced, readInSlices, type SearchLimits } from "./slices.ts";
import type { ConversationFilter, InquiryFilter, Page } from "./store.ts";

type Read<Value> = (sql: string, values: readonly Value[]) => Promise<readonly Row[]>;

export interface PageReaderOptions<Value> {
  /** Reads a page whose rows an index finds. */
  readonly readPage: Read<Value>;
  /** Reads a slice of a search. */
  readonly readSlice: Read<Value>;
  readonly limits: SearchLimits | undefined;
}

/** Reads pages of lists: at once where an index finds their rows, and otherwise in slices. */
export function createPageReader<Value>({ readPage, readSlice, limits }: PageReaderOptions<Value | string | number>) {
  return async function read<Item>(
    list: SlicedList<Value | string | number>,
    filter: ConversationFilter | InquiryFilter,
    toItem: (row: Row) => Item,
    signal?: AbortSignal,
  ): Promise<Page<Item>> {
    if (isSliced(filter)) {
      const next = async (request: Parameters<typeof sliceQuery>[1]) => {
        const { sql, values } = sliceQuery(list, request);
        return rowsToSlice(await readSlice(sql, values), toItem);
      };
      return readInSlices(filter, next, limits, signal);
    }
    const { limit, cursor } = filter;
    const { sql, values } = pageQuery(list, cursor === undefined ? undefined : parseCursor(cursor), limit + 1);
    const page = toPage(await readPage(sql, values), limit, (row) => toCursor(...rowToKey(row)));
    return { ...page, items: page.items.map(toItem) };
  };
}
