import type { Conversation } from "@askback/core/wire";
import type { Translate } from "../i18n/use-translation.ts";

export type Failure = NonNullable<Conversation["error"]>;

type Failed = { readonly kind?: Failure["kind"] | undefined };

/** What went wrong, in the reader's language. */
export function failureText({ kind }: Failed, t: Translate): string {
  return t(`failure.what.${kind ?? "unknown"}`);
}

/** What the reader can do about it. */
export function failureAdvice({ kind }: Failed, t: Translate): string {
  return t(`failure.do.${kind ?? "unknown"}`);
}
