import { useLingui } from "@lingui/react";
import type { MessageId } from "./catalogue.ts";

export type Values = Readonly<Record<string, string | number>>;

/** The words of the reader's language: `words("card.asks", { agent })`. */
export function useWords(): (id: MessageId, values?: Values) => string {
  const { i18n } = useLingui();
  return (id, values) => i18n._(id, values);
}
