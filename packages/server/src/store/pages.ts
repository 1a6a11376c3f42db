import type { MessageRange, Page } from "./store.ts";

/** As many as there can be in one conversation. */
export const everyMessage: MessageRange = { from: 1, through: 2 ** 31 - 1 };

/** A cursor that names the last item of a page by its order. */
export function cursorOf(...order: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(order)).toString("base64url");
}

/** The order that a cursor names, or undefined when the text is no cursor of ours. */
export function orderOf(cursor: string): readonly [number, string] | undefined {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Number.isSafeInteger(at) && typeof id === "string" ? [at, id] : undefined;
  } catch {
    return undefined;
  }
}

/** A page of what was found, when one more than the limit was looked for. */
export function pageOf<Item>(found: readonly Item[], limit: number, cursor: (item: Item) => string): Page<Item> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return found.length > limit && last ? { items, next: cursor(last) } : { items };
}
