import type { Conversation } from "@askback/core/wire";
import type { Translate } from "../i18n/use-translation.ts";

export type Failure = NonNullable<Conversation["error"]>;

/** What went wrong, in the reader's language. */
export function failureText({ kind }: Pick<Failure, "kind">, t: Translate): string {
  return t(`failure.what.${kind ?? "unknown"}`);
}

/** What the reader can do about it. */
export function failureAdvice({ kind }: Pick<Failure, "kind">, t: Translate): string {
  return t(`failure.do.${kind ?? "unknown"}`);
}
