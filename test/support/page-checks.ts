import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What axe finds wrong with a page: each rule with the elements that break it. Empty is good. */
export async function axeOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    // The other mode opens a second page for what frames hold, and there are no frames.
    .setLegacyMode()
    .analyze();
  const faults: string[] = [];
  for (const { id, nodes } of violations)
    for (const { target, failureSummary } of nodes) {
      const place = target.join(" ");
      if (id === "target-size" && (await isWholeInView(page, place))) continue;
      faults.push(`${id}: ${place}: ${failureSummary?.replaceAll(/\s+/g, " ")}`);
    }
  return faults;
}

/** What lies half under a footer that stays in view is no smaller for it: whoever goes there scrolls it out. */
async function isWholeInView(page: Page, place: string): Promise<boolean> {
  await page
    .locator(place)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: "center" }));
  const { violations } = await new AxeBuilder({ page })
    .include(place)
    .withRules("target-size")
    .setLegacyMode()
    .analyze();
  return violations.length === 0;
}

/** What is too wide for the window, if the page scrolls sideways. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isFixed = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).position === "fixed" || isFixed(element.parentElement));
    const wide = [...document.querySelectorAll("body *")].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return (right > clientWidth || left < 0) && !isFixed(element);
    });
    const names = wide.map((element) => `${element.tagName}.${element.getAttribute("class")}`);
    return [`${scrollWidth} in ${clientWidth}`, ...names];
  });
}

/** How much the layout moved by itself since the page was opened, as browsers count it. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // Two frames, so that whatever was painted last is counted too.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const observer = new PerformanceObserver(() => {});
            observer.observe({ type: "layout-shift", buffered: true });
            setTimeout(() => {
              const shifts = observer.takeRecords() as (PerformanceEntry & {
                value: number;
                hadRecentInput: boolean;
              })[];
              observer.disconnect();
              resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
            });
          }),
        );
      }),
  );
}
