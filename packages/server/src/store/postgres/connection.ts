import type pg from "pg";
import type { Database, Query } from "./database.ts";

/** A connection of its own; what was begun on it and not committed goes when it is closed. */
export interface Connection {
  readonly client: pg.Client;
  readonly query: Query;
  close(): Promise<void>;
}

export async function openConnection(database: Database): Promise<Connection> {
  const client = await database.connect();
  // A connection that breaks shows in the query that it breaks.
  client.on("error", () => {});
  return {
    client,
    query: async (sql, values = []) => (await client.query(sql, [...values])).rows,
    close: () => client.end(),
  };
}
