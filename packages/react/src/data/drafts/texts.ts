import { createLocalStore, type LocalStoreOptions } from "../storage/local-store.ts";

/** Texts of composers and other fields, by name, stored like drafts. */
export interface Texts {
  /** If several tabs wrote different texts, all of them. */
  get(name: string): Promise<string>;
  /** An empty text removes what this tab stored last. */
  set(name: string, text: string): void;
  /** Removes exactly this text, whichever tab wrote it, and nothing else. */
  remove(name: string, text: string): void;
  /** Deletes every text of this person in this browser. */
  clear(): Promise<void>;
  close(): void;
}

export function createTexts(options: Omit<LocalStoreOptions<string>, "covers" | "onFound" | "kind">): Texts {
  const store = createLocalStore<string>({
    ...options,
    kind: "text",
    covers: (text, other) => `\n${text}\n`.includes(`\n${other}\n`),
  });

  function remove(name: string, text: string): void {
    void store.remove(name, (value) => value === text);
  }

  return {
    async get(name) {
      const before = store.get(name);
      await store.load(name);
      const current = store.get(name);
      const others = store.others(name).map(({ value }) => value);
      // The caller that wrote meanwhile has its own text and joins it with what was found.
      if (!before && current && store.isOwn(current)) return others.join("\n\n");
      const text = [...others, ...(current ? [current.value] : [])].join("\n\n");
      if (others.length > 0) store.set(name, text);
      return text;
    },
    set(name, text) {
      if (text === "") remove(name, store.get(name)?.value ?? "");
      else store.set(name, text);
    },
    remove,
    clear: store.clear,
    close: store.close,
  };
}
