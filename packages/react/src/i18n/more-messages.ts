import { useLingui } from "@lingui/react";
import { useEffect, useState } from "react";
import type { Language } from "./catalogue.ts";
import { compileCatalogue } from "./i18n.ts";

/** The messages of a part of the app that few people open, in one language. */
type LoadMessages = (language: Language) => Promise<Readonly<Record<string, string>>>;

/** Loads messages in the reader's language, beside those that are there from the start; false until they are. */
export function useMoreMessages(load: LoadMessages): boolean {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const [state, setState] = useState<{ readonly locale?: string; readonly error?: unknown }>({});
  useEffect(() => {
    let isCurrent = true;
    load(locale as Language).then(
      (messages) => {
        i18n.load(locale, compileCatalogue(messages));
        if (isCurrent) setState({ locale });
      },
      (error: unknown) => isCurrent && setState({ locale, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [i18n, locale, load]);
  // The page around it says that it could not be loaded.
  if (state.error !== undefined && state.locale === locale) throw state.error;
  return state.locale === locale;
}
