import type { Drafts } from "./draft/drafts.ts";
import { createCell } from "./live/cell.ts";
import type { Source } from "./live/source.ts";

/** A text that is kept like every draft. */
export interface KeptText extends Source<string> {
  write(text: string): void;
}

/** What is written before the kept text is found is kept beside it at once, and comes after it when it is found. */
export function createKeptText(texts: Pick<Drafts["texts"], "get" | "keep">, name: string): KeptText {
  const text = createCell("");

  function write(next: string): void {
    text.set(next);
    texts.keep(name, next);
  }

  void texts.get(name).then((kept) => {
    const written = text.get();
    if (written === "") text.set(kept);
    else write(kept === "" ? written : `${kept}\n${written}`);
  });

  return { get: text.get, subscribe: text.subscribe, write };
}
