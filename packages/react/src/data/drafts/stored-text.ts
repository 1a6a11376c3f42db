import { atom, type ReadableAtom } from "nanostores";
import type { Texts } from "./texts.ts";

/** One text field, stored like a draft. */
export interface StoredText {
  readonly text: ReadableAtom<string>;
  write(text: string): void;
  /** Empties the field at once, and removes the text from the browser when the promise says that it is stored elsewhere. */
  clearOnceStored(stored: Promise<unknown>): void;
  /** Removes exactly this text; what was written since stays. */
  remove(text: string): void;
  /** If the field is empty, shows what other tabs wrote meanwhile. */
  refresh(): void;
}

/** What is written before the stored text was read is stored beside it at once, and follows it when it was read. */
export function createStoredText(texts: Pick<Texts, "get" | "set" | "remove">, name: string): StoredText {
  const text = atom("");
  let isLoading = false;
  /** Settles when every text passed to `clearOnceStored` is removed. */
  let clearing: Promise<unknown> | undefined;
  void load();

  async function load(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    await read();
    isLoading = false;
  }

  async function read(): Promise<void> {
    const before = clearing;
    if (before) await before;
    if (clearing !== before) return read();
    if (text.get() !== "") return;
    const stored = await texts.get(name);
    // A text that is being cleared by now may be part of it.
    if (clearing !== before) return read();
    const written = text.get();
    if (written === "") text.set(stored);
    else if (stored !== "") write(`${stored}\n${written}`);
  }

  function write(next: string): void {
    if (next === "") return remove(text.get());
    text.set(next);
    texts.set(name, next);
  }

  function remove(removed: string): void {
    if (text.get() === removed) text.set("");
    texts.remove(name, removed);
  }

  function clearOnceStored(stored: Promise<unknown>): void {
    const cleared = text.get();
    text.set("");
    const removed = stored.then(() => {
      // The same text, if written again meanwhile, is a new one.
      if (text.get() !== cleared) texts.remove(name, cleared);
    });
    clearing = Promise.allSettled([clearing, removed]);
  }

  return { text, write, clearOnceStored, remove, refresh: () => void load() };
}
