/** A stored value with where and when it was written. The count orders what one page wrote. */
export interface Entry<Value> {
  readonly value: Value;
  readonly savedAt: string;
  readonly device: string;
  readonly page: string;
  readonly count: number;
}

/** A random id for a page. */
export function newPageId(): string {
  return Math.random().toString(36).slice(2);
}

/** The entries of several lists, the list with the newest first entry first; of each page only its latest. */
export function mergeEntries<Value>(lists: readonly (readonly Entry<Value>[])[]): readonly Entry<Value>[] {
  const writtenAt = ([first]: readonly Entry<Value>[]) => Date.parse(first?.savedAt ?? "") || 0;
  const all = lists.toSorted((a, b) => writtenAt(b) - writtenAt(a)).flat();
  return all.filter((entry) => !all.some(({ page, count }) => page === entry.page && count > entry.count));
}

/** The valid entries of a stored value; a damaged one has none. */
export function toEntries<Value>(stored: unknown): readonly Entry<Value>[] {
  return Array.isArray(stored) ? stored.filter(isEntry<Value>) : [];
}

export function parseEntries<Value>(text: string | undefined): readonly Entry<Value>[] {
  try {
    return toEntries(JSON.parse(text ?? "[]"));
  } catch {
    return [];
  }
}

function isEntry<Value>(stored: unknown): stored is Entry<Value> {
  if (typeof stored !== "object" || stored === null || !("value" in stored)) return false;
  const { savedAt, page, count } = stored as Partial<Entry<Value>>;
  return typeof savedAt === "string" && typeof page === "string" && typeof count === "number";
}
