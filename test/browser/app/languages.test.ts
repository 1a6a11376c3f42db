import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { browserTimeoutMs, launchChromium } from "../../harness/browser/chromium.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { faultsIn, openWorkshop, storiesOf, type Workshop } from "../../harness/browser/workshop.ts";

let workshop: Workshop;
let browser: Browser;
let stories: readonly string[];

beforeAll(async () => {
  workshop = await openWorkshop();
  browser = await launchChromium(inject("chromium"));
  stories = await storiesOf(workshop, browser);
});

afterAll(async () => {
  await browser.close();
  workshop.stop();
});

test("[LANGUAGE-1] no component in any state shows a text that is in no catalogue, and longer texts fit", async () => {
  const faults = await faultsOf(stories, "en-XA", async (page) => [
    ...(await wordsOfNoCatalogue(page)),
    ...(await tooWide(page)),
  ]);
  expect(stories.length).toBeGreaterThan(60);
  expect(faults).toEqual([]);
});

test("[LANGUAGE-3] in Arabic the page and its components run from right to left, and have no faults", async () => {
  const faults = await faultsOf(everyNth(9), "ar", async (page) => {
    await page.locator(".workshop-bench [lang=ar][dir=rtl]").first().waitFor();
    return [...(await tooWide(page)), ...(await axeOf(page))];
  });
  expect(faults).toEqual([]);
});

for (const language of ["de", "es", "fr", "ja", "zh-CN"]) {
  test(`[LANGUAGE-1] in ${language} the components are named in that language and nothing is too wide`, async () => {
    const faults = await faultsOf(everyNth(12), language, async (page) => {
      await page.locator(`html[lang=${language}] .workshop-bench [lang=${language}]`).first().waitFor();
      return [...(await tooWide(page)), ...(await readOutInEnglish(page))];
    });
    expect(faults).toEqual([]);
  });
}

test.each([
  { language: "de", deadline: "Antwort bis 18:00" },
  { language: "fr", deadline: "Échéance\u202f: 18:00" },
  { language: "zh-CN", deadline: "请在 18:00 前回答" },
])(
  "[LANGUAGE-4] times are written as in $language, though the browser speaks English",
  async ({ language, deadline }) => {
    const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC" });
    context.setDefaultTimeout(browserTimeoutMs);
    const page = await context.newPage();
    await page.goto(`${workshop.url}?${new URLSearchParams({ story: "card/pending: deadline today", language })}`);
    await page.locator(`.ask-card[lang=${language}]`).waitFor();
    expect(await page.locator(".ask-deadline time").textContent()).toBe(deadline);
    await context.close();
  },
);

/** The announcements of a new card that are in English. */
async function readOutInEnglish(page: Page): Promise<string[]> {
  const said = await page.locator("[data-live-announcer]").allTextContents();
  return said.filter((text) => text.includes("Question from"));
}

/** Some stories of the components that name their language; the language of others is that of the page. */
function everyNth(n: number): readonly string[] {
  return stories.filter((name) => /^(card|chat|inbox)\//.test(name)).filter((_, index) => index % n === 0);
}

/** The faults of stories in a language, on a phone. */
function faultsOf(
  names: readonly string[],
  language: string,
  faultsOn: (page: Page) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  return faultsIn(names, { workshop, browser, width: 320, query: { language }, faultsOn });
}

/** Text outside of the pseudo-locale's brackets that is no agent's or person's text, time, key or code. */
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
    const attributes = [...main.querySelectorAll(":not(time, img[dir=auto])")].flatMap((element) => {
      const said = spoken.map((name) => element.getAttribute(name) ?? "");
      // Truncated text is complete in the title.
      return said.filter((text) => !element.textContent.includes(text));
    });
    return [shown.textContent, ...attributes].map(outside).filter((text) => /\p{L}{2}/u.test(text));
  });
}
