import { Fragment } from "react";
import type { MessageId } from "../i18n/catalogue.ts";
import { useWords, type Values } from "../i18n/use-words.ts";

const names = ["agent", "person", "device"];
const isolate = /\u2068([^\u2069]*)\u2069/u;

/** A message in which names stand apart, so that their direction does not turn the words around them. */
export function Sentence({ id, values = {} }: { readonly id: MessageId; readonly values?: Values | undefined }) {
  const words = useWords();
  const marked = Object.entries(values).map(([key, value]) => [
    key,
    names.includes(key) ? `\u2068${value}\u2069` : value,
  ]);
  // Split by a pattern with one group, a text has the names at its odd places.
  const parts = words(id, Object.fromEntries(marked)).split(isolate);
  return parts.map((part, index) => {
    const key = `${index} ${part}`;
    return index % 2 === 1 ? <bdi key={key}>{part}</bdi> : <Fragment key={key}>{part}</Fragment>;
  });
}
