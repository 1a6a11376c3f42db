import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { startShowcase } from "../../harness/showcase/showcase.ts";
import { type Tour, tour } from "../../harness/showcase/tour.ts";

const showcase = await startShowcase();

type Appearance = NonNullable<Parameters<Page["emulateMedia"]>[0]>;

const light: Appearance = { colorScheme: "light", forcedColors: "none" };
const dark: Appearance = { colorScheme: "dark", forcedColors: "none" };
const forced: Appearance = { colorScheme: "dark", forcedColors: "active" };

/** What is wrong with a page in each of these appearances, which need no new page. */
function faultsIn(appearances: Readonly<Record<string, Appearance>>): Tour["faultsOn"] {
  return async (page, state) => {
    const faults: string[] = [];
    for (const [name, appearance] of Object.entries(appearances)) {
      await page.emulateMedia(appearance);
      if (state.isForeign) {
        // The library asks for the appearance when it starts.
        await page.reload();
        await state.show(page);
      }
      const found = [...(await tooWide(page)), ...(await axeOf(page))];
      // Forced colours are the browser's, and axe measures the page's own instead.
      const isMeant = (fault: string) => appearance !== forced || !fault.startsWith("color-contrast");
      faults.push(...found.filter(isMeant).map((fault) => `${name}: ${fault}`));
    }
    return faults;
  };
}

test.for([1280, 320])("[ANNOUNCE-5] axe finds nothing in any state at %i px", async (width) => {
  expect(await tour(showcase, { width, isWhole: true, faultsOn: faultsIn({ light, dark, forced }) })).toEqual([]);
});

test.for([
  { width: 1280, appearance: "dark" },
  { width: 320, appearance: "light" },
])("[ANNOUNCE-5] axe finds nothing in any state from right to left at $width px", async ({ width, appearance }) => {
  const shown = appearance === "dark" ? { dark } : { light };
  expect(await tour(showcase, { width, language: "ar", faultsOn: faultsIn(shown) })).toEqual([]);
});
