import type { Page } from "playwright-core";

declare global {
  /** What was read out on this page, each with how urgent it was. */
  var readOut: string[];
}

/** Listens from now on to what a screen reader would read out, as "polite: ..." or "assertive: ...". */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    globalThis.readOut = [];
    const hear = (node: Node) => {
      const region = node.parentElement?.closest("[data-live-announcer] [aria-live]");
      if (region && node.textContent)
        globalThis.readOut.push(`${region.getAttribute("aria-live")}: ${node.textContent}`);
    };
    new MutationObserver((records) => {
      for (const { addedNodes } of records) addedNodes.forEach(hear);
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => globalThis.readOut);
}
