import pg from "pg";
import type { Row, Value } from "../../people/statements.ts";
import { withoutApplicationName } from "../connection/database.ts";

const timeoutMs = 10_000;

/** Opens a connection for some reads, and closes it. */
export async function readOnce<Result>(
  url: string,
  use: (read: (sql: string, values: readonly Value[]) => Promise<readonly Row[]>) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: withoutApplicationName(url),
    application_name: "askback doctor",
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // A connection that breaks off is an error of the read under way.
  client.on("error", () => {});
  try {
    await client.connect();
    return await use(async (sql, values) => (await client.query(sql, [...values])).rows);
  } finally {
    await client.end().catch(() => {});
  }
}
