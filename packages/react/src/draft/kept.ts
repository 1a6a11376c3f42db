/** Something that was written. The count tells what a page wrote later from what it wrote earlier. */
export interface Kept<Value> {
  readonly value: Value;
  readonly savedAt: string;
  readonly device: string;
  readonly page: string;
  readonly count: number;
}

/** The name of a page, which no other has. */
export function newPage(): string {
  return Math.random().toString(36).slice(2);
}

/** All that lies in several places, from the newest place to the oldest; of each page only what it wrote last. */
export function gathered<Value>(places: readonly (readonly Kept<Value>[])[]): readonly Kept<Value>[] {
  const writtenAt = ([first]: readonly Kept<Value>[]) => Date.parse(first?.savedAt ?? "") || 0;
  const all = places.toSorted((a, b) => writtenAt(b) - writtenAt(a)).flat();
  return all.filter((kept) => !all.some(({ page, count }) => page === kept.page && count > kept.count));
}

/** What a place holds; a damaged one holds nothing. */
export function keptIn<Value>(stored: unknown): readonly Kept<Value>[] {
  return Array.isArray(stored) ? stored.filter(isKept<Value>) : [];
}

/** What a note holds. */
export function keptInNote<Value>(note: string | undefined): readonly Kept<Value>[] {
  try {
    return keptIn(JSON.parse(note ?? "[]"));
  } catch {
    return [];
  }
}

function isKept<Value>(stored: unknown): stored is Kept<Value> {
  if (typeof stored !== "object" || stored === null || !("value" in stored)) return false;
  const { savedAt, page, count } = stored as Partial<Kept<Value>>;
  return typeof savedAt === "string" && typeof page === "string" && typeof count === "number";
}
