import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchChromium } from "../../harness/browser/chromium.ts";
import {
  appearances,
  faultsUnder,
  openWorkshop,
  storiesFor,
  storiesOf,
  type Workshop,
} from "../../harness/browser/workshop.ts";

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

for (const appearance of appearances) {
  const name = Object.values(appearance).join(", ");
  test(`[WEB-9] [ANNOUNCE-2] [S4-26] ${name}: axe finds nothing in any component, nothing scrolls sideways and nothing breaks the policy`, async () => {
    expect(stories.length).toBeGreaterThan(60);
    expect(await faultsUnder(appearance, storiesFor(appearance, stories), { workshop, browser })).toEqual([]);
  });
}
