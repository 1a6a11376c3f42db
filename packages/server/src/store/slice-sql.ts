import type { RowKey, Slice, SliceRequest } from "./slices.ts";
import { createWhere, type Where } from "./sql-where.ts";

/** A list whose rows may have to be examined one by one, in the order of an index. */
export interface SlicedList<Value> {
  readonly table: "conversations" | "inquiries";
  /** Names, or expressions with a name. */
  readonly columns: readonly (string | { readonly name: string; readonly sql: string })[];
  readonly order: readonly ["id"] | readonly ["asked_at", "id"];
  readonly direction: "asc" | "desc";
  /** Joins the rows of the CTE `slice` with the table, one lookup by `sliced_id` for each. */
  readonly lookUp: string;
  /** Adds the conditions that the index answers; only rows that meet them are examined. */
  addIndexed(where: Where<Value>): void;
  /** Adds the conditions that are checked on each row. */
  addChecked(where: Where<Value>): void;
}

export type Row = Readonly<Record<string, unknown>>;

interface ListQuery<Value> {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** The query of a page whose rows the index finds. */
export function pageQuery<Value>(
  list: SlicedList<Value | string | number>,
  after: RowKey | undefined,
  limit: number,
): ListQuery<Value | string | number> {
  const { table, columns, order, direction } = list;
  const where = createWhere<Value | string | number>();
  list.addIndexed(where);
  list.addChecked(where);
  if (after) addAfter(where, list, after);
  const sorted = order.map((column) => `${column} ${direction}`).join(", ");
  const sql = `select ${[...columns.map(toSql), ...order].join(", ")} from ${table} ${where.sql} order by ${sorted} limit ?`;
  return { sql, values: [...where.values, limit] };
}

/** The query of one slice: the rows that fit, and then a row that says how many were examined and where the last one is. */
export function sliceQuery<Value>(
  list: SlicedList<Value | string | number>,
  { after, rows, limit }: SliceRequest,
): ListQuery<Value | string | number> {
  const { table, columns, order, direction, lookUp } = list;
  const indexed = createWhere<Value | string | number>();
  list.addIndexed(indexed);
  if (after) addAfter(indexed, list, after);
  const checked = createWhere<Value | string | number>();
  list.addChecked(checked);
  const places = order.join(", ");
  const names = columns.map((column) => (typeof column === "string" ? column : column.name));
  const sorted = (by: string, prefix = "") => order.map((column) => `${prefix}${column} ${by}`).join(", ");
  // PostgreSQL wants a type for each null.
  const nulls = names.map((name) => `(select ${name} from found where false)`).join(", ");
  const sql = `with slice as materialized (
      select ${order.map((column) => `${column} as sliced_${column}`).join(", ")}
      from ${table} ${indexed.sql} order by ${sorted(direction)} limit ?
    ),
    found as materialized (
      select ${columns.map(toSql).join(", ")}, ${places} from ${lookUp} ${checked.sql}
      order by ${sorted(direction)} limit ?
    )
    select ${names.join(", ")}, ${places}, 0 as examined from found
    union all select * from (
      select ${nulls}, ${order.map((column) => `sliced_${column}`).join(", ")}, (select count(*) from slice)
      from slice order by ${sorted(direction === "asc" ? "desc" : "asc", "sliced_")} limit 1
    ) as summary
    order by examined, ${sorted(direction)}`;
  return { sql, values: [...indexed.values, rows, ...checked.values, limit] };
}

function toSql(column: SlicedList<never>["columns"][number]): string {
  return typeof column === "string" ? column : `${column.sql} as ${column.name}`;
}

function addAfter<Value>(
  where: Where<Value | string | number>,
  { order, direction }: Pick<SlicedList<Value>, "order" | "direction">,
  [at, id]: RowKey,
): void {
  const beyond = direction === "asc" ? ">" : "<";
  if (order.length === 1) where.add(`id ${beyond} ?`, id);
  else where.add(`(asked_at, id) ${beyond} (?, ?)`, at, id);
}

export function rowsToSlice<Item>(rows: readonly Row[], toItem: (row: Row) => Item): Slice<Item> {
  const summary = rows.at(-1);
  return {
    found: rows.slice(0, -1).map((row) => ({ item: toItem(row), key: rowToKey(row) })),
    last: summary && rowToKey(summary),
    examined: Number(summary?.examined ?? 0),
  };
}

export function rowToKey(row: Row): RowKey {
  return [Number(row.asked_at ?? 0), String(row.id)];
}
