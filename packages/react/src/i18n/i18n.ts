import { type I18n, setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Language } from "./catalogue.ts";
import { en } from "./en/index.ts";

/** Messages of an app around the components. The other languages are loaded when they are needed. */
export interface OwnMessages {
  readonly en: Readonly<Record<string, string>>;
  load?(language: Language): Promise<Readonly<Record<string, string>> | undefined>;
}

/** Words in English until another catalogue is loaded. */
export function createI18n(own?: OwnMessages): I18n {
  const i18n = setupI18n();
  i18n.loadAndActivate({ locale: "en", messages: compiled({ ...en, ...own?.en }) });
  return i18n;
}

/** Compiled once for all, since a component asks for its words with every render. */
export function compiled(catalogue: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(catalogue).map(([id, message]) => [id, compileMessage(message)]));
}
