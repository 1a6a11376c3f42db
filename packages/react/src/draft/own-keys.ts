import type { Database } from "./places.ts";

/** The keys of all that begins so, which is what one person keeps of one kind. */
export async function ownKeys(database: Database, prefix: Promise<string>): Promise<readonly string[]> {
  const start = await prefix;
  return (await database.keys()).filter((key) => key.startsWith(start));
}
