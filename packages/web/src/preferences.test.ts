import { expect, test } from "vitest";
import { chosenLanguage, defaultPreferences, loadPreferences, storePreferences } from "./preferences.ts";

function storage(stored = new Map<string, string>()) {
  return {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
  };
}

test("[WEB-5] preferences are stored", () => {
  const browser = storage();
  storePreferences(() => browser, { ...defaultPreferences, theme: "dark", language: "de" });
  expect(loadPreferences(() => browser)).toEqual({ ...defaultPreferences, theme: "dark", language: "de" });
});

test("[WEB-5] preferences that are old or broken fall back to the defaults", () => {
  const browser = storage();
  browser.setItem("askback:preferences", '{"theme":"light"}');
  expect(loadPreferences(() => browser)).toEqual({ ...defaultPreferences, theme: "light" });
  browser.setItem("askback:preferences", '{"theme":"pink","language":"xx","sound":true}');
  expect(loadPreferences(() => browser)).toEqual({ ...defaultPreferences, sound: true });
  browser.setItem("askback:preferences", "{");
  expect(loadPreferences(() => browser)).toEqual(defaultPreferences);
});

test("[WEB-5] without a choice the language is the browser's", () => {
  expect(chosenLanguage({ language: "system" }, ["pt-BR", "fr-CA", "en"])).toBe("fr");
  expect(chosenLanguage({ language: "ar" }, ["en"])).toBe("ar");
});

test("[WEB-18] a browser that forbids its storage has the defaults, and storing fails silently", () => {
  const forbidden = () => {
    throw new Error("The operation is insecure.");
  };
  expect(loadPreferences(forbidden)).toEqual(defaultPreferences);
  storePreferences(forbidden, defaultPreferences);
});
