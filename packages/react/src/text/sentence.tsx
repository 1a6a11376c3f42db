import { Fragment } from "react";
import type { MessageId } from "../i18n/catalogue.ts";
import { useTranslation, type Values } from "../i18n/use-translation.ts";

const names = ["agent", "person", "device"];
const isolate = /\u2068([^\u2069]*)\u2069/u;

/** A translated message whose names are in `<bdi>`, so that their direction does not reorder the text around them. */
export function Sentence({ id, values = {} }: { readonly id: MessageId; readonly values?: Values | undefined }) {
  const t = useTranslation();
  const marked = Object.entries(values).map(([key, value]) => [
    key,
    names.includes(key) ? `\u2068${value}\u2069` : value,
  ]);
  // A split by a pattern with one group puts the names at odd indexes.
  const parts = t(id, Object.fromEntries(marked)).split(isolate);
  return parts.map((part, index) => {
    const key = `${index} ${part}`;
    return index % 2 === 1 ? <bdi key={key}>{part}</bdi> : <Fragment key={key}>{part}</Fragment>;
  });
}

/** Isolates the direction of a name in a plain string, as `<bdi>` does in HTML. */
export function bidiIsolate(name: string): string {
  return `\u2068${name}\u2069`;
}
