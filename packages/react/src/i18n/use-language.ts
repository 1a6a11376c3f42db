import { useLingui } from "@lingui/react";
import { createContext } from "react";
import { directionOf } from "./catalogue.ts";

/** The current language, for `Intl`. */
export function useLanguage(): string {
  return useLingui().i18n.locale;
}

interface LanguageAttributes {
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
}

/** Attributes for the outermost element of a component, since the page around it may be in another language. */
export function useLanguageAttributes(): LanguageAttributes {
  const lang = useLanguage();
  return { lang, dir: directionOf(lang) };
}

/** Resolves when the reader's language is loaded; until then messages are English. */
export const LanguageContext = createContext(async (): Promise<void> => {});
