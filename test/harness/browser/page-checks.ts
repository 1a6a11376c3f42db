import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";

const axeFile = createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** The violations that axe finds on a page or in a frame, each with its element. */
export async function axeOf(page: Page | Frame): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, nodes } of await runAxe(page, { type: "tag", values: tags }))
    for (const { target, failureSummary } of nodes) {
      const selector = target.join(" ");
      if (id === "target-size" && (await isLargeEnoughInView(page, selector))) continue;
      faults.push(`${id}: ${selector}: ${failureSummary?.replaceAll(/\s+/g, " ")}`);
    }
  return faults;
}

/** A target that a sticky footer covers in part is large enough if it is so when scrolled into view. */
async function isLargeEnoughInView(page: Page | Frame, selector: string): Promise<boolean> {
  await page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: "center" }));
  return (await runAxe(page, { type: "rule", values: ["target-size"] }, selector)).length === 0;
}

/** Runs axe by itself, since its builder for Playwright loads it anew for each run, which takes three times as long. */
async function runAxe(
  page: Page | Frame,
  runOnly: { readonly type: "tag" | "rule"; readonly values: readonly string[] },
  selector = ":root",
): Promise<readonly Violation[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(readFileSync(axeFile, "utf8"));
  return page.evaluate(
    async ({ only, root }) => {
      const axe = Reflect.get(globalThis, "axe");
      return (await axe.run(root, { runOnly: only, resultTypes: ["violations"] })).violations;
    },
    { only: runOnly, root: selector },
  );
}

/** The elements that are too wide, if the page scrolls sideways. */
export function tooWide(page: Page | Frame): Promise<string[]> {
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

/** What has moved in a part of the page since it was opened, except just after input and by less than 0.0001: how much it counts, and from where to where. */
export function layoutShifts(page: Page, within = "body"): Promise<string[]> {
  return page.evaluate(
    (selector) =>
      new Promise<string[]>((resolve) => {
        type Shift = PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: readonly { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const nameOf = (node: Node | undefined) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : `${node?.nodeName} ${node?.textContent}`;
        const parts = [...document.querySelectorAll(selector)];
        // What has left the page since is judged by where it was.
        const isWithin = ({ sources }: Shift) =>
          sources.some(({ node, previousRect }) =>
            parts.some((part) => (node ? part.contains(node) : previousRect.x >= part.getBoundingClientRect().x)),
          );
        const describe = ({ value, sources }: Shift) => {
          const moves = sources.map(({ node, previousRect: from, currentRect: to }) =>
            [nameOf(node), from.x, from.y, "to", to.x, to.y].join(" "),
          );
          return `${value.toFixed(4)}: ${moves.join("; ")}`;
        };
        const shifts: Shift[] = [];
        const observer = new PerformanceObserver((list) => {
          shifts.push(...(list.getEntriesByType("layout-shift") as Shift[]));
          // Entries come in order, so those before the mark are here.
          if (list.getEntriesByName("all shifts").length === 0) return;
          observer.disconnect();
          // Chromium reports up to 0.00096 for a list that is scrolled to its end in the frame in which it grows.
          const counts = ({ hadRecentInput, value }: Shift) => !hadRecentInput && value >= 0.001;
          resolve(shifts.filter((shift) => counts(shift) && isWithin(shift)).map(describe));
        });
        observer.observe({ type: "layout-shift", buffered: true });
        observer.observe({ type: "mark" });
        // After two frames the last paint is counted too.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => performance.mark("all shifts"))));
      }),
    within,
  );
}
