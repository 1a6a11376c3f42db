import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { axeOf, tooWide } from "../support/page-checks.ts";
import { faultsIn, openWorkshop, storiesOf, type Workshop } from "../support/workshop.ts";

let workshop: Workshop;
let browser: Browser;
let stories: readonly string[];

beforeAll(async () => {
  workshop = await openWorkshop();
  browser = await launchChromium(inject("chromium"));
  stories = await storiesOf(workshop, browser);
}, 300_000);

afterAll(async () => {
  await browser.close();
  workshop.stop();
});

test("[G-1] in no state does a component say a word that is in no catalogue, and longer words fit", async () => {
  const faults = await faultsOf(stories, "en-XA", async (page) => [
    ...(await wordsOfNoCatalogue(page)),
    ...(await tooWide(page)),
  ]);
  expect(stories.length).toBeGreaterThan(60);
  expect(faults).toEqual([]);
}, 600_000);

test("[G-3] in Arabic the page and the components in it run from right to left, and nothing is wrong with them", async () => {
  const faults = await faultsOf(everyNth(9), "ar", async (page) => {
    await page.locator(".workshop-bench [lang=ar][dir=rtl]").first().waitFor();
    return [...(await tooWide(page)), ...(await axeOf(page))];
  });
  expect(faults).toEqual([]);
}, 600_000);

test.each(["de", "es", "fr", "ja", "zh-CN"])(
  "[G-1] in %s the components are named in that language and nothing is too wide",
  async (language) => {
    const faults = await faultsOf(everyNth(12), language, async (page) => {
      await page.locator(`html[lang=${language}] .workshop-bench [lang=${language}]`).first().waitFor();
      return [...(await tooWide(page)), ...(await readOutInEnglish(page))];
    });
    expect(faults).toEqual([]);
  },
  600_000,
);

test.each([
  { language: "de", deadline: "Antwort bis 18:00" },
  { language: "fr", deadline: "Échéance\u202f: 18:00" },
  { language: "zh-CN", deadline: "请在 18:00 前回答" },
])("[G-4] times are written as in $language, though the browser speaks English", async ({ language, deadline }) => {
  const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC" });
  const page = await context.newPage();
  await page.goto(`${workshop.url}?${new URLSearchParams({ story: "card/pending: deadline today", language })}`);
  await page.locator(`.ask-card[lang=${language}]`).waitFor();
  expect(await page.locator(".ask-deadline time").textContent()).toBe(deadline);
  await context.close();
});

/** A card that comes is read out; what says so in English is given. */
async function readOutInEnglish(page: Page): Promise<string[]> {
  const said = await page.locator("[data-live-announcer]").allTextContents();
  return said.filter((text) => text.includes("Question from"));
}

function everyNth(n: number): readonly string[] {
  return stories.filter((_, index) => index % n === 0);
}

/** What is wrong with stories in a language, on a phone; empty is good. */
function faultsOf(
  shown: readonly string[],
  language: string,
  faultsOn: (page: Page) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  return faultsIn(shown, { workshop, browser, width: 320, shown: { language }, faultsOn });
}

/** Text outside of the disguise's brackets that is neither an agent's or a person's, nor a time, a key or code. */
function wordsOfNoCatalogue(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const given = "bdi, time, kbd, code, pre, textarea, [dir=auto], [dir=ltr]:not([lang]), .workshop-bench > h1";
    const spoken = ["aria-label", "aria-description", "aria-valuetext", "title", "placeholder", "alt"];
    const outside = (text: string): string => {
      const less = text.replaceAll(/⟦[^⟦⟧]*⟧/g, " ");
      return less === text ? text : outside(less);
    };
    const main = document.querySelector("main");
    if (!main) return ["There is no story."];
    const shown = main.cloneNode(true) as Element;
    for (const element of shown.querySelectorAll(given)) element.replaceWith(" ");
    const attributes = [...main.querySelectorAll(":not(time)")].flatMap((element) => {
      const said = spoken.map((name) => element.getAttribute(name) ?? "");
      // What is cut off is there in full as a title.
      return said.filter((text) => !element.textContent.includes(text));
    });
    return [shown.textContent, ...attributes].map(outside).filter((text) => /\p{L}{2}/u.test(text));
  });
}
