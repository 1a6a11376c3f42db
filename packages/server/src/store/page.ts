import type { MessageRange, Page } from "./store.ts";

export const allMessages: MessageRange = { from: 1, through: 2 ** 31 - 1 };

/** A cursor that names the last item of a page by its sort key. */
export function toCursor(...sortKey: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(sortKey)).toString("base64url");
}

/** The sort key in a cursor, or undefined for a text that is no cursor of ours. */
export function parseCursor(cursor: string): readonly [number, string] | undefined {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Number.isSafeInteger(at) && typeof id === "string" ? [at, id] : undefined;
  } catch {
    return undefined;
  }
}

/** A page of the rows of a query whose limit was one more than the page's. */
export function toPage<Item>(found: readonly Item[], limit: number, cursor: (item: Item) => string): Page<Item> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return found.length > limit && last ? { items, next: cursor(last) } : { items };
}
