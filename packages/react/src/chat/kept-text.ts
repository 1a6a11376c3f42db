import type { Drafts } from "../draft/drafts.ts";
import { createCell } from "../live/cell.ts";
import type { Source } from "../live/source.ts";

/** A text that is kept like every draft. */
export interface KeptText extends Source<string> {
  write(text: string): void;
}

/** What is written before the kept text is found comes after it; until then nothing is stored, so that nothing is overwritten. */
export function createKeptText(texts: Pick<Drafts["texts"], "get" | "keep">, name: string): KeptText {
  const text = createCell("");
  let isFound = false;

  function write(next: string): void {
    text.set(next);
    if (isFound) texts.keep(name, next);
  }

  void texts.get(name).then((kept) => {
    isFound = true;
    const written = text.get();
    if (written === "") text.set(kept);
    else write(kept === "" ? written : `${kept}\n${written}`);
  });

  return { get: text.get, subscribe: text.subscribe, write };
}
