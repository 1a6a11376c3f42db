import { randomBytes } from "node:crypto";
import { type Database, type DatabaseUrls, openDatabase } from "../connection/database.ts";

/** The secret that all servers of a database share; the first one creates it. */
export async function createSharedSecret({ query }: Database): Promise<string> {
  const created = randomBytes(24).toString("base64url");
  await query("insert into secrets (name, value) values ('signing', $1) on conflict do nothing", [created]);
  const [row] = await query("select value from secrets where name = 'signing'");
  if (!row) throw new Error("the secret that signs browsers in cannot be read from the database");
  return String(row.value);
}

/** The shared secret without creating it; undefined where no server has run yet. */
export async function readSharedSecret(urls: DatabaseUrls): Promise<string | undefined> {
  const database = openDatabase({ ...urls, maxConnections: 1, onError() {} });
  try {
    const [table] = await database.query("select to_regclass('secrets') is not null as found");
    if (table?.found !== true) return undefined;
    const [row] = await database.query("select value from secrets where name = 'signing'");
    return row && String(row.value);
  } finally {
    await database.close();
  }
}
