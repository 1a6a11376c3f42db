import type { I18n } from "@lingui/core";
import type { Catalogue, Language } from "./catalogue.ts";
import { compiled, type OwnMessages } from "./i18n.ts";

/** Each language is a file of its own, which only its readers load. English is there from the start. */
const catalogues: Partial<Record<Language, () => Promise<Catalogue>>> = {};

/** Makes a language the one that is shown; what it does not have is shown in English. */
export async function loadLanguage(i18n: I18n, language: Language, own?: OwnMessages): Promise<void> {
  const [catalogue, ownWords] = await Promise.all([catalogues[language]?.(), own?.load?.(language)]);
  if (catalogue) i18n.load(language, compiled({ ...catalogue, ...ownWords }));
  i18n.activate(catalogue ? language : "en");
}
