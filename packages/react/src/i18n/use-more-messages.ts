import type { I18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { use } from "react";
import type { Language } from "./catalogue.ts";
import { compileCatalogue, type OwnMessages } from "./i18n.ts";

/** By the catalogue of a provider in one language: the provider itself gets another identity with each load. */
const loads = new WeakMap<object, Map<OwnMessages, Promise<void>>>();

/** Adds messages of a page that few people open, in the reader's language; the page suspends until they are there. */
export function useMoreMessages(messages: OwnMessages): void {
  const { i18n } = useLingui();
  const ofCatalogue = loads.get(i18n.messages) ?? new Map<OwnMessages, Promise<void>>();
  loads.set(i18n.messages, ofCatalogue);
  const load = ofCatalogue.get(messages) ?? add(i18n, messages, i18n.locale as Language);
  ofCatalogue.set(messages, load);
  use(load);
}

async function add(i18n: I18n, { en, load }: OwnMessages, language: Language): Promise<void> {
  // English stands in for a language that cannot be loaded.
  const translated = language === "en" ? undefined : await load?.(language).catch(() => undefined);
  i18n.load(language, compileCatalogue({ ...en, ...translated }));
}
