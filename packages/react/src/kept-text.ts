import type { Drafts } from "./draft/drafts.ts";
import { createCell } from "./live/cell.ts";
import type { Source } from "./live/source.ts";

/** A text that is kept like every draft. */
export interface KeptText extends Source<string> {
  write(text: string): void;
  /** Is empty at once, but forgets the words only when they are safe elsewhere. */
  handOver(whenSafe: Promise<unknown>): void;
}

/** What is written before the kept text is found is kept beside it at once, and comes after it when it is found. */
export function createKeptText(texts: Pick<Drafts["texts"], "get" | "keep">, name: string): KeptText {
  const text = createCell("");
  let writes = 0;

  function write(next: string): void {
    writes += 1;
    text.set(next);
    texts.keep(name, next);
  }

  void texts.get(name).then((kept) => {
    const written = text.get();
    if (written === "") text.set(kept);
    else write(kept === "" ? written : `${kept}\n${written}`);
  });

  async function handOver(whenSafe: Promise<unknown>): Promise<void> {
    const before = writes;
    text.set("");
    await whenSafe;
    if (writes === before) texts.keep(name, "");
  }

  return { get: text.get, subscribe: text.subscribe, write, handOver };
}
