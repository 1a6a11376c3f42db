import type { Inquiry } from "@askback/core/wire";
import type { MessageId } from "../i18n/catalogue.ts";
import type { Values } from "../i18n/use-translation.ts";

interface Reader {
  readonly me: string | undefined;
  /** The name of a person as text to show. */
  nameOf(person: string): string;
  t(id: MessageId, values?: Values): string;
}

/** A sentence that says how an inquiry was resolved and by whom; undefined while it is open. */
export function resolutionSentence({ resolution }: Inquiry, reader: Reader): string | undefined {
  return resolution && reader.t(`inbox.ended.${resolution.type}`, actorValues(resolution.by, reader));
}

/** The values for a sentence about a person; languages use another form for the reader. */
export function actorValues(person: string | undefined, { me, t, nameOf }: Reader): Values {
  const by = person !== undefined && person === me ? "me" : "other";
  return { by, who: person === undefined ? t("inbox.someone") : nameOf(person) };
}
