import { expect, test } from "vitest";
import { createI18n, createLanguageLoader, type OwnMessages } from "./i18n.ts";

const wanted = new AbortController().signal;

test("[LANGUAGE-1] a language has the messages of the components and of the app", async () => {
  const own: OwnMessages = { en: { "app.hello": "Hello" }, load: async () => ({ "app.hello": "Hallo" }) };
  const i18n = createI18n(own);
  const { load } = createLanguageLoader(i18n);
  expect([i18n._("card.send"), i18n._("app.hello")]).toEqual(["Submit answer", "Hello"]);
  await load("de", { own, signal: wanted });
  expect([i18n._("card.send"), i18n._("app.hello")]).toEqual(["Antwort senden", "Hallo"]);
});

test("[LANGUAGE-1] a language that loads after another was chosen is not shown", async () => {
  const slow = Promise.withResolvers<Record<string, string>>();
  const own: OwnMessages = { en: {}, load: (language) => (language === "ja" ? slow.promise : Promise.resolve({})) };
  const i18n = createI18n(own);
  const { load } = createLanguageLoader(i18n);
  const left = new AbortController();
  const first = load("ja", { own, signal: left.signal });
  left.abort();
  await load("fr", { own, signal: wanted });
  slow.resolve({});
  await first;
  expect(i18n.locale).toBe("fr");
});

test("[LANGUAGE-1] waiting for the language waits for the one chosen last", async () => {
  const slow = Promise.withResolvers<Record<string, string>>();
  const own: OwnMessages = { en: {}, load: (language) => (language === "ja" ? slow.promise : Promise.resolve({})) };
  const i18n = createI18n(own);
  const { load, loaded } = createLanguageLoader(i18n);
  const left = new AbortController();
  void load("fr", { own, signal: left.signal });
  const locale = loaded().then(() => i18n.locale);
  left.abort();
  void load("ja", { own, signal: wanted });
  slow.resolve({});
  expect(await locale).toBe("ja");
});

test("[LANGUAGE-1] if a language cannot be loaded the language does not change", async () => {
  const own: OwnMessages = { en: {}, load: () => Promise.reject(new Error("no connection")) };
  const i18n = createI18n(own);
  const { load } = createLanguageLoader(i18n);
  await load("de", { own, signal: wanted });
  expect([i18n.locale, i18n._("card.send")]).toEqual(["en", "Submit answer"]);
});

test("[LANGUAGE-4] counts use the plural form and digits of the language", async () => {
  const i18n = createI18n();
  const { load } = createLanguageLoader(i18n);
  await load("ar", { own: undefined, signal: wanted });
  expect([1, 2, 3, 11, 100].map((steps) => i18n._("runs.steps", { steps }))).toEqual([
    "خطوة واحدة",
    "خطوتان",
    "3 خطوات",
    "11 خطوة",
    "100 خطوة",
  ]);
});
