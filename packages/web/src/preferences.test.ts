import { expect, test } from "vitest";
import { chosenLanguage, defaultPreferences, keepPreferences, loadPreferences } from "./preferences.ts";

function storage(kept = new Map<string, string>()) {
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
}

test("[WEB-5] what was chosen stays", () => {
  const browser = storage();
  keepPreferences(browser, { ...defaultPreferences, theme: "dark", language: "de" });
  expect(loadPreferences(browser)).toEqual({ ...defaultPreferences, theme: "dark", language: "de" });
});

test("[WEB-5] what an older or broken app left behind keeps none from opening", () => {
  const browser = storage();
  browser.setItem("askback:preferences", '{"theme":"light"}');
  expect(loadPreferences(browser)).toEqual({ ...defaultPreferences, theme: "light" });
  browser.setItem("askback:preferences", "{");
  expect(loadPreferences(browser)).toEqual(defaultPreferences);
});

test("[WEB-5] without a choice the browser's languages decide", () => {
  expect(chosenLanguage({ language: "system" }, ["pt-BR", "fr-CA", "en"])).toBe("fr");
  expect(chosenLanguage({ language: "ar" }, ["en"])).toBe("ar");
});
