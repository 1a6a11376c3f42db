import { type BrowserStorage, unreadable } from "./browser-storage.ts";
import { mergeEntries, parseEntries, toEntries } from "./entry.ts";
import { writtenKinds } from "./owner-keys.ts";

interface Names {
  readonly from: string;
  /** The name in each project of the person. */
  readonly to: readonly string[];
}

/**
 * Moves what was written under a name without a project, by an earlier version, to the names with one. Nothing says to which
 * project it belongs, and in the others nothing shows it or takes it. If it is interrupted, the next page goes on; what two
 * names have is merged.
 */
export async function moveEntries(
  { database, text, tabText }: Pick<BrowserStorage, "database" | "text" | "tabText">,
  names: Names,
): Promise<void> {
  for (const texts of [text, tabText])
    for (const { key, targets } of moves(texts.keys(), names)) {
      for (const target of targets) {
        const all = mergeEntries([parseEntries(texts.get(target)), parseEntries(texts.get(key))]);
        texts.set(target, JSON.stringify(all));
      }
      texts.delete(key);
    }
  for (const { key, targets } of moves(await database.keys(), names)) {
    const value = await database.get(key);
    // Another tab may have moved it meanwhile.
    if (value === unreadable || value === undefined) continue;
    const written = targets.map((target) => database.update(target, (stored) => merge(stored, value)));
    if ((await Promise.all(written)).every((isWritten) => isWritten)) await database.delete(key);
  }
}

function moves(keys: readonly string[], { from, to }: Names) {
  return keys.flatMap((key) => {
    const kind = writtenKinds.find((one) => key.startsWith(`${one}:${from}:`));
    if (kind === undefined) return [];
    const rest = key.slice(kind.length + from.length + 2);
    return [{ key, targets: to.map((name) => `${kind}:${name}:${rest}`) }];
  });
}

/** Drafts and texts are lists of entries, and the files of a field a list of names; anything else is the same under both. */
function merge(stored: unknown, moved: unknown): unknown {
  if (stored === undefined) return moved;
  if (!Array.isArray(stored) || !Array.isArray(moved)) return stored;
  const entries = mergeEntries([toEntries(stored), toEntries(moved)]);
  if (entries.length > 0) return entries;
  const known = new Set(stored.map(({ key }) => key));
  return [...stored, ...moved.filter(({ key }) => !known.has(key))];
}
