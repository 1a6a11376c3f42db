import { useLingui } from "@lingui/react";
import type { MessageId } from "./catalogue.ts";

/** The values of a message's parameters. */
export type Values = Readonly<Record<string, string | number>>;

/** A message that is not translated yet. */
export interface MessageDescriptor {
  readonly id: MessageId;
  readonly values?: Values;
}

/** Gives a message in the reader's language. */
export type Translate = (id: MessageId, values?: Values) => string;

/** Translates to the reader's language: `t("card.asks", { agent })`. `Id` names the ids of an app's own messages. */
export function useTranslation<Id extends string = MessageId>(): (id: Id, values?: Values) => string {
  const { i18n } = useLingui();
  return (id, values) => i18n._(id, values);
}
