import { directionOf } from "./catalogue.ts";
import { useLanguage } from "./use-language.ts";

interface LanguageAttributes {
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
}

/** For the outermost element of a component, since the page around it may be in another language. */
export function useLanguageAttributes(): LanguageAttributes {
  const lang = useLanguage();
  return { lang, dir: directionOf(lang) };
}
