import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** Waits until a query of a host's database finds something. */
export async function untilRow(database: string, query: string, values: readonly string[] = []): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  while ((await client.query(query, [...values])).rowCount === 0) await delay(100);
  await client.end();
}
