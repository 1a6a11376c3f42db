import { type I18n, setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { en } from "./en/index.ts";

/** Words in English until another catalogue is loaded. */
export function createI18n(): I18n {
  const i18n = setupI18n();
  i18n.loadAndActivate({ locale: "en", messages: compiled(en) });
  return i18n;
}

/** Compiled once for all, since a component asks for its words with every render. */
export function compiled(catalogue: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(catalogue).map(([id, message]) => [id, compileMessage(message)]));
}
