import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { directionOf } from "@askback/react";
import { expect, test } from "vitest";
import { chosenLanguage, loadPreferences } from "./preferences.ts";
import { parseRoute } from "./route.ts";

const script = readFileSync(new URL("../public/first-paint.js", import.meta.url), "utf8");

interface Browser {
  readonly stored?: string;
  readonly isForbidden?: boolean;
  readonly preferred?: readonly string[];
  readonly only?: string;
  readonly path?: string;
}

/** What the script sets on the page. */
function paint({ stored, isForbidden = false, preferred = ["en"], only, path = "/" }: Browser) {
  const documentElement = { lang: "", dir: "", dataset: {} as { theme?: string; firstPage?: string } };
  const colours = ["light", "dark", "terminal"].map((name) => ({ media: "", dataset: { for: name } }));
  const sandbox = {
    document: { documentElement, currentScript: { dataset: { only } }, querySelectorAll: () => colours },
    navigator: { languages: preferred },
    location: { pathname: path },
    get localStorage() {
      if (isForbidden) throw new Error("The operation is insecure.");
      return { getItem: () => stored ?? null };
    },
  };
  runInNewContext(script, sandbox);
  const { lang, dir, dataset } = documentElement;
  const coloured = colours.find(({ media }) => media === "all")?.dataset.for;
  return { lang, dir, ...dataset, coloured };
}

test.for<Browser>([
  {},
  { preferred: [] },
  { preferred: ["pt-BR", "fr-CA", "en"] },
  { preferred: ["zh-TW"] },
  { preferred: ["ar-EG"] },
  { stored: '{"theme":"dark"}', preferred: ["de-AT"] },
  { stored: '{"theme":"terminal","language":"ar"}' },
  { stored: '{"theme":"system","language":"system"}', preferred: ["ja"] },
  { stored: '{"theme":"pink","language":"xx"}', preferred: ["es"] },
  { stored: '{"theme":5,"language":null}' },
  { stored: "null" },
  { stored: "[]" },
  { stored: "{" },
  { isForbidden: true, preferred: ["fr"] },
])("[LOOK-6] the first paint has what the app sets later: %o", (browser) => {
  const preferences = loadPreferences(() => {
    if (browser.isForbidden) throw new Error("The operation is insecure.");
    return { getItem: () => browser.stored ?? null };
  });
  const lang = chosenLanguage(preferences, browser.preferred ?? ["en"]);
  const theme = preferences.theme === "system" ? undefined : preferences.theme;
  expect(paint(browser)).toEqual({ lang, dir: directionOf(lang), ...(theme && { theme }), coloured: theme });
});

test("[LOOK-11] a page in one language gets the theme only", () => {
  const stored = '{"theme":"dark","language":"ar"}';
  expect(paint({ stored, only: "theme" })).toEqual({ lang: "", dir: "", theme: "dark", coloured: "dark" });
});

test.for([
  "/",
  "/c/conv_1",
  "/c/",
  "/c",
  "/q/inq_1",
  "/inbox",
  "/inbox/done/inq_1",
  "/settings",
  "/agents/c",
  "/nowhere",
])("[LOOK-7] the outline at %s is that of the page which the app shows", (path) => {
  const { page } = parseRoute(path);
  const outlines: Partial<Record<typeof page, string>> = { chat: "chat", question: "chat", inbox: "inbox" };
  expect(paint({ path }).firstPage).toBe(outlines[page]);
});
