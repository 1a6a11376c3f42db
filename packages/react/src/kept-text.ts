import type { Drafts } from "./draft/drafts.ts";
import { createCell } from "./live/cell.ts";
import type { Source } from "./live/source.ts";
import { oncePerLive } from "./once-per-live.ts";

/** A text that is kept like every draft. */
export interface KeptText extends Source<string> {
  write(text: string): void;
  /** Is empty at once, but forgets the words only when they are safe elsewhere. */
  handOver(whenSafe: Promise<unknown>): void;
  /** Forgets exactly these words, which are safe elsewhere; what was written since stays. */
  forget(words: string): void;
  /** Where nothing is written, shows what other pages left meanwhile. */
  look(): void;
}

/** Each is there once, so that all who show a text write at the same, also who comes back to it. */
export const keptTextsOf = oncePerLive(({ drafts }) => {
  const known = new Map<string, KeptText>();
  return (name: string) => {
    const text = known.get(name) ?? createKeptText(drafts.texts, name);
    known.set(name, text);
    return text;
  };
});

/** What is written before the kept text is found is kept beside it at once, and comes after it when it is found. */
export function createKeptText(texts: Drafts["texts"], name: string): KeptText {
  const text = createCell("");
  let isLooking = false;
  /** Ends when all that was handed over is forgotten. */
  let leaving: Promise<unknown> | undefined;
  void look();

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    await find();
    isLooking = false;
  }

  async function find(): Promise<void> {
    const before = leaving;
    if (before) await before;
    if (leaving !== before) return find();
    if (text.get() !== "") return;
    const kept = await texts.get(name);
    // What was handed over meanwhile may be among it.
    if (leaving !== before) return find();
    const written = text.get();
    if (written === "") text.set(kept);
    else if (kept !== "") write(`${kept}\n${written}`);
  }

  function write(next: string): void {
    if (next === "") return forget(text.get());
    text.set(next);
    texts.keep(name, next);
  }

  function forget(words: string): void {
    if (text.get() === words) text.set("");
    texts.forget(name, words);
  }

  function handOver(whenSafe: Promise<unknown>): void {
    const words = text.get();
    text.set("");
    const forgotten = whenSafe.then(() => {
      // Whoever wrote the same again meanwhile means it again.
      if (text.get() !== words) texts.forget(name, words);
    });
    leaving = Promise.allSettled([leaving, forgotten]);
  }

  return { get: text.get, subscribe: text.subscribe, write, handOver, forget, look: () => void look() };
}
