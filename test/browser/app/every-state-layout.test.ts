import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { layoutShifts, tooWide } from "../../harness/browser/page-checks.ts";
import { outOfReach, withoutFocusRing } from "../../harness/browser/reach-checks.ts";
import { startShowcase } from "../../harness/showcase/showcase.ts";
import { tour } from "../../harness/showcase/tour.ts";

const showcase = await startShowcase();

/** 1280 x 1024 at a zoom of 400 %. */
const zoomed = { width: 320, height: 256 };

async function faultsWhenZoomed(page: Page): Promise<readonly string[]> {
  return [...(await tooWide(page)), ...(await outOfReach(page))];
}

test("[LOOK-19] at 400 % zoom every state has every control within reach", async () => {
  expect(await tour(showcase, { ...zoomed, faultsOn: faultsWhenZoomed })).toEqual([]);
});

test("[LOOK-20] the focus can be seen in every state", async () => {
  expect(await tour(showcase, { faultsOn: withoutFocusRing })).toEqual([]);
});

test.for([{ width: 1280, height: 720 }, { width: 390, height: 844 }, zoomed])(
  "[LOOK-7] nothing moves while a page of $width x $height px loads",
  async (size) => {
    expect(await tour(showcase, { ...size, faultsOn: (page) => layoutShifts(page) })).toEqual([]);
  },
);

test("[LOOK-7] nothing moves when a conversation with todos comes after its page", async () => {
  const page = await openPage(showcase, { path: "/settings", width: 390, height: 844 });
  const isPageShown = Promise.withResolvers<void>();
  await page.route(/\/v1\/conversations\//, (route) => isPageShown.promise.then(() => route.continue()));
  await page.goto(new URL(`/c/${showcase.conversations.choices.id}`, showcase.server.url).href);
  await page.locator(".ask-composer-box").waitFor();
  // A shift counts between two frames, so the page without the conversation is painted first.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  isPageShown.resolve();
  await page.locator(".ask-todos").waitFor();
  await page.locator("section[data-inquiry] .ask-footer button").first().waitFor();
  expect(await layoutShifts(page)).toEqual([]);
});

test("[WEB-42] every page has a title of its own, and one heading that says what it is", async () => {
  const titles = new Map<string, string>();
  const only = ["start", "agent", "chat-question", "chat-approval", "inbox", "settings", "not-found"];
  const faults = await tour(showcase, {
    only,
    async faultsOn(page, { name }) {
      titles.set(name, await page.title());
      const headings = await page.getByRole("heading", { level: 1 }).count();
      return headings === 1 ? [] : [`${headings} headings`];
    },
  });
  expect(faults).toEqual([]);
  expect(new Set(titles.values()).size, JSON.stringify([...titles])).toBe(titles.size);
  for (const title of titles.values()) expect(title).toContain("Askback");
});
