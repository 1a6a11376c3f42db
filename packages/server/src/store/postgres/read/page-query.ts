import type { Database, Row } from "../connection/database.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { withNulCheck } from "./queries.ts";

/** Pages can be slow to query; the limit leaves connections for commits and heartbeats. */
const maxPageQueries = 3;
const pageTimeoutMs = 5_000;

export type Bound = string | number | null | readonly string[];
export type PageQuery = (sql: string, values: readonly Bound[]) => Promise<readonly Row[]>;

/** Queries of lists and counts, few at once; `?` stands for the next value. */
export function createPageQuery(database: Database): PageQuery {
  const { query } = withNulCheck(database);
  const limitPages = createConcurrencyLimit(maxPageQueries, pageTimeoutMs);
  return (sql, values) => limitPages(() => query(numberParameters(sql), values));
}

/** Replaces `?` by numbered parameters. */
export function numberParameters(sql: string): string {
  let count = 0;
  return sql.replaceAll("?", () => {
    count += 1;
    return `$${count}`;
  });
}
