import { useLingui } from "@lingui/react";
import type { MessageId } from "./catalogue.ts";

export type Values = Readonly<Record<string, string | number>>;

/** The words of the reader's language: `words("card.asks", { agent })`; of an app's own messages where it names their ids. */
export function useWords<Id extends string = MessageId>(): (id: Id, values?: Values) => string {
  const { i18n } = useLingui();
  return (id, values) => i18n._(id, values);
}
