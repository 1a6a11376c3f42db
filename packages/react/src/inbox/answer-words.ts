import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import type { MessageId } from "../i18n/catalogue.ts";
import type { Values } from "../i18n/use-words.ts";

interface Reader {
  readonly me: string | undefined;
  words(id: MessageId, values?: Values): string;
}

/** The picks and own words of a resolution, question by question. */
export function answerParts({ questions, resolution }: Inquiry): readonly string[] {
  return (resolution?.answers ?? []).flatMap((answer) => {
    if ("skipped" in answer) return [];
    const options = questions.find(({ id }) => id === answer.question)?.options ?? [];
    const labels = options.filter(({ id }) => answer.options?.includes(id)).map(({ label }) => neutralise(label));
    return answer.text ? [...labels, neutralise(answer.text)] : labels;
  });
}

/** How an inquiry ended and by whom, in a sentence; undefined while it is open. */
export function endingOf({ resolution }: Inquiry, reader: Reader): string | undefined {
  return resolution && reader.words(`inbox.ended.${resolution.type}`, doer(resolution.by, reader));
}

/** Who did something, for a sentence that tells the reader; languages speak of the reader in another form. */
export function doer(person: string | undefined, { me, words }: Reader): Values {
  const by = person !== undefined && person === me ? "me" : "other";
  return { by, who: person === undefined ? words("inbox.someone") : neutralise(person) };
}
