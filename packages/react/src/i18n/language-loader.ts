import type { I18n } from "@lingui/core";
import type { Catalogue, Language } from "./catalogue.ts";
import { compiled, type OwnMessages } from "./i18n.ts";

/** Each language is a file of its own, which only its readers load. English is there from the start. */
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
  /** Aborted once another language is wanted. */
  readonly signal: AbortSignal;
}

export interface LanguageLoader {
  /** Makes a language the one that is shown. One that cannot be loaded leaves what was shown before. */
  load(language: Language, options: LoadOptions): Promise<void>;
  /** Ends when the language that was wanted last is there, or cannot be had. */
  loaded(): Promise<void>;
}

export function createLanguageLoader(i18n: I18n): LanguageLoader {
  let latest: Promise<void> | undefined;

  async function activate(language: Language, { own, signal }: LoadOptions): Promise<void> {
    if (language === "en") return i18n.activate(language);
    try {
      const [catalogue, ownWords] = await Promise.all([catalogues[language](), own?.load?.(language)]);
      i18n.load(language, compiled({ ...own?.en, ...catalogue, ...ownWords }));
      if (!signal.aborted) i18n.activate(language);
    } catch {
      // Most likely there is no connection, which the page tells by itself.
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
