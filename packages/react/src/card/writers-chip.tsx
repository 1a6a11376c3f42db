import { neutralise } from "@askback/core";
import { useLingui } from "@lingui/react";
import { Sentence } from "../text/sentence.tsx";

/** Who else writes at an answer right now. Nobody is locked out by it. */
export function WritersChip({ writers }: { readonly writers: readonly string[] }) {
  const { i18n } = useLingui();
  if (writers.length === 0) return null;
  const person = new Intl.ListFormat(i18n.locale).format(writers.map(neutralise));
  return (
    <span className="ask-chip ask-writers">
      <Sentence id="card.writing" values={{ person, count: writers.length }} />
    </span>
  );
}
