import type { en } from "./en/index.ts";

export type MessageId = keyof typeof en;
export type Catalogue = Readonly<Record<MessageId, string>>;

/** The supported languages with their own names. */
export const languages = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  ja: "日本語",
  "zh-CN": "简体中文",
  ar: "العربية",
} as const;
export type Language = keyof typeof languages;

/** The supported language that the reader prefers; English if there is none. */
export function languageFor(preferred: readonly string[]): Language {
  const supported = Object.keys(languages) as Language[];
  for (const tag of preferred) {
    const match = supported.find((language) => language.split("-")[0] === tag.split("-")[0]);
    if (match) return match;
  }
  return "en";
}

export function directionOf(language: string): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}
