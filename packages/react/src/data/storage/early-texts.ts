import type { BrowserStorage } from "./browser-storage.ts";
import { mergeEntries, parseEntries } from "./entry.ts";

/**
 * What a page writes while it unloads before its user is known. It stays in the tab, whose next page takes it over if its
 * user can be the author: the last user of this browser, or anybody where there was none.
 */
export interface EarlyTexts {
  get(name: string): string | undefined;
  set(name: string, json: string): void;
  delete(name: string): void;
  /** Moves what this user may have written to the text storage, under the user's name. */
  moveTo(owner: string): void;
}

export function createEarlyTexts(
  { text, tabText }: Pick<BrowserStorage, "text" | "tabText">,
  kind: string,
  lastOwner = "",
): EarlyTexts {
  const prefixOf = (author: string) => `early:${kind}:${author}:`;
  const keyOf = (name: string) => prefixOf(lastOwner) + name;
  return {
    get: (name) => tabText.get(keyOf(name)),
    set: (name, json) => tabText.set(keyOf(name), json),
    delete: (name) => tabText.delete(keyOf(name)),
    moveTo(owner) {
      for (const prefix of [prefixOf(""), prefixOf(owner)])
        for (const key of tabText.keys().filter((other) => other.startsWith(prefix))) {
          const target = `${kind}:${owner}:${key.slice(prefix.length)}`;
          const all = mergeEntries([parseEntries(text.get(target)), parseEntries(tabText.get(key))]);
          text.set(target, JSON.stringify(all));
          tabText.delete(key);
        }
    },
  };
}
