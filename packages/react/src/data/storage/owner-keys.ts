import type { Database } from "./browser-storage.ts";

/** Names the person whose data it is. Each part is encoded, so that no name is a prefix of another. */
export function ownerName(origin: string, personId: string): string {
  return [origin, personId].map(encodeURIComponent).join(":");
}

/** The keys with a prefix, which is all that one person stores of one kind. */
export async function keysWithPrefix(database: Database, prefix: Promise<string>): Promise<readonly string[]> {
  const start = await prefix;
  return (await database.keys()).filter((key) => key.startsWith(start));
}
