import { type Language, languageFor, languages, type Settings } from "@askback/react";

/** A person's choices for this browser. */
export interface Preferences {
  readonly language: Language | "system";
  readonly theme: Theme;
  /** Desktop notifications while the app does not have the focus. */
  readonly notifications: boolean;
  readonly sound: boolean;
  /** The settings of the components. */
  readonly settings: Partial<Settings>;
}

const themes = ["system", "light", "dark", "terminal"] as const;
export type Theme = (typeof themes)[number];

export const defaultPreferences: Preferences = {
  language: "system",
  theme: "system",
  notifications: false,
  sound: false,
  settings: {},
};

const storageKey = "askback:preferences";

/** Reads the stored choices over the defaults; broken ones are ignored, so that the app always opens. */
export function loadPreferences(storage: () => Pick<Storage, "getItem">): Preferences {
  try {
    // A browser that forbids its storage throws as soon as it is named.
    const stored: Partial<Preferences> | null = JSON.parse(storage().getItem(storageKey) ?? "{}");
    const preferences = { ...defaultPreferences, ...stored };
    const { theme, language } = preferences;
    return {
      ...preferences,
      theme: themes.includes(theme) ? theme : "system",
      language: Object.hasOwn(languages, language) ? language : "system",
    };
  } catch {
    return defaultPreferences;
  }
}

export function storePreferences(storage: () => Pick<Storage, "setItem">, preferences: Preferences): void {
  try {
    storage().setItem(storageKey, JSON.stringify(preferences));
  } catch {
    // Without room or permission to store, the choice lasts until the page is closed.
  }
}

export function chosenLanguage({ language }: Pick<Preferences, "language">, preferred: readonly string[]): Language {
  return language === "system" ? languageFor(preferred) : language;
}
