import { type Language, languageFor, type Settings } from "@askback/react";

/** What a reader chose for this browser. */
export interface Preferences {
  readonly language: Language | "system";
  readonly theme: Theme;
  /** Desktop notifications while nobody looks at the page. */
  readonly notifications: boolean;
  readonly sound: boolean;
  /** Of the components. */
  readonly settings: Partial<Settings>;
}

export type Theme = "system" | "light" | "dark" | "terminal";

export const defaultPreferences: Preferences = {
  language: "system",
  theme: "system",
  notifications: false,
  sound: false,
  settings: {},
};

const name = "askback:preferences";

/** What was chosen before, over the defaults; nothing that cannot be read keeps the app from opening. */
export function loadPreferences(storage: Pick<Storage, "getItem">): Preferences {
  try {
    const kept: unknown = JSON.parse(storage.getItem(name) ?? "{}");
    return { ...defaultPreferences, ...(kept as Partial<Preferences>) };
  } catch {
    return defaultPreferences;
  }
}

export function keepPreferences(storage: Pick<Storage, "setItem">, preferences: Preferences): void {
  try {
    storage.setItem(name, JSON.stringify(preferences));
  } catch {
    // A browser without room or leave to keep something still shows the choice until it is closed.
  }
}

export function chosenLanguage({ language }: Pick<Preferences, "language">, preferred: readonly string[]): Language {
  return language === "system" ? languageFor(preferred) : language;
}
