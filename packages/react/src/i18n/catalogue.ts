import type { en } from "./en/index.ts";

export type MessageId = keyof typeof en;
export type Catalogue = Readonly<Record<MessageId, string>>;

/** The languages that are shipped, each named in itself. */
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

/** The shipped language that fits what a reader prefers best; English where none does. */
export function languageFor(preferred: readonly string[]): Language {
  const known = Object.keys(languages) as Language[];
  for (const wish of preferred) {
    const fit = known.find((language) => language.split("-")[0] === wish.split("-")[0]);
    if (fit) return fit;
  }
  return "en";
}

export function directionOf(language: string): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}
