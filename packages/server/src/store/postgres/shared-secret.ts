import { randomBytes } from "node:crypto";
import { type Database, openDatabase } from "./database.ts";

/** The secret of all servers of a database, made by the first that asks for it. */
export async function sharedSecret({ query }: Database): Promise<string> {
  const made = randomBytes(24).toString("base64url");
  await query("insert into secrets (name, value) values ('signing', $1) on conflict do nothing", [made]);
  const [row] = await query("select value from secrets where name = 'signing'");
  if (!row) throw new Error("the secret that signs browsers in cannot be read from the database");
  return String(row.value);
}

/** The secret of a database that servers have worked on; changes nothing, and is undefined where there is none yet. */
export async function readSharedSecret(urls: {
  readonly url: string;
  readonly directUrl?: string;
}): Promise<string | undefined> {
  const database = openDatabase({ ...urls, maxConnections: 1, failed() {} });
  try {
    const [table] = await database.query("select to_regclass('secrets') is not null as found");
    if (table?.found !== true) return undefined;
    const [row] = await database.query("select value from secrets where name = 'signing'");
    return row && String(row.value);
  } finally {
    await database.close();
  }
}
