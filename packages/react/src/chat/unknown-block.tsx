import { neutralise } from "@askback/core";
import { useWords } from "../i18n/use-words.ts";
import { isolated } from "../text/isolated.ts";
import { plainWordsOf } from "./plain-words.ts";

/** A block of a kind that this page does not know, readable all the same. */
export function UnknownBlock({ block }: { readonly block: unknown }) {
  const words = useWords();
  const { type, text } = plainWordsOf(block);
  return (
    <div className="ask-block-unknown">
      <p className="ask-muted">{words("chat.unknown", { type: isolated(type) })}</p>
      <pre dir="auto">{neutralise(text)}</pre>
    </div>
  );
}
