import { randomBytes } from "node:crypto";
import type { Database } from "./database.ts";

/** The secret of all servers of a database, made by the first that asks for it. */
export async function sharedSecret({ query }: Database): Promise<string> {
  const made = randomBytes(24).toString("base64url");
  await query("insert into secrets (name, value) values ('signing', $1) on conflict do nothing", [made]);
  const [row] = await query("select value from secrets where name = 'signing'");
  if (!row) throw new Error("the secret that signs browsers in cannot be read from the database");
  return String(row.value);
}
