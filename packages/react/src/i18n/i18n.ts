import { type I18n, setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Catalogue, Language } from "./catalogue.ts";
import { en } from "./en/index.ts";

/** Messages of the app around the components. Languages other than English are loaded on demand. */
export interface OwnMessages {
  readonly en: Readonly<Record<string, string>>;
  load?(language: Language): Promise<Readonly<Record<string, string>> | undefined>;
}

/** Translates to English until another catalogue is loaded. */
export function createI18n(own?: OwnMessages): I18n {
  const i18n = setupI18n();
  i18n.loadAndActivate({ locale: "en", messages: compileCatalogue({ ...en, ...own?.en }) });
  return i18n;
}

/** Compiles messages once, since components translate with every render. */
export function compileCatalogue(catalogue: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(catalogue).map(([id, message]) => [id, compileMessage(message)]));
}

/** Each language but English is a chunk of its own, loaded on demand. */
const catalogues: Readonly<Record<Exclude<Language, "en">, () => Promise<Catalogue>>> = {
  de: async () => (await import("./de/index.ts")).de,
  es: async () => (await import("./es/index.ts")).es,
  fr: async () => (await import("./fr/index.ts")).fr,
  ja: async () => (await import("./ja/index.ts")).ja,
  "zh-CN": async () => (await import("./zh-CN/index.ts")).zhCN,
  ar: async () => (await import("./ar/index.ts")).ar,
};

interface LoadOptions {
  readonly own: OwnMessages | undefined;
  /** Aborted when another language is chosen. */
  readonly signal: AbortSignal;
}

interface LanguageLoader {
  /** Switches to a language. If it cannot be loaded, the language does not change. */
  load(language: Language, options: LoadOptions): Promise<void>;
  /** Resolves when the language chosen last is loaded, or could not be. */
  loaded(): Promise<void>;
}

export function createLanguageLoader(i18n: I18n): LanguageLoader {
  let latest: Promise<void> | undefined;

  async function activate(language: Language, { own, signal }: LoadOptions): Promise<void> {
    if (language === "en") return i18n.activate(language);
    try {
      const [catalogue, ownWords] = await Promise.all([catalogues[language](), own?.load?.(language)]);
      i18n.load(language, compileCatalogue({ ...own?.en, ...catalogue, ...ownWords }));
      if (!signal.aborted) i18n.activate(language);
    } catch {
      // Most likely the browser is offline, which the page shows elsewhere.
    }
  }

  return {
    load(language, options) {
      latest = activate(language, options);
      return latest;
    },
    async loaded() {
      let awaited: Promise<void> | undefined;
      do {
        awaited = latest;
        await awaited;
      } while (awaited !== latest);
    },
  };
}
