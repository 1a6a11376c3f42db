import type { Page } from "playwright-core";

declare global {
  /** The texts that live regions of this page have announced, with their politeness. */
  var announcements: string[];
}

/** Records from now on what a screen reader would announce, as "polite: ..." or "assertive: ...". */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    globalThis.announcements = [];
    const record = (node: Node) => {
      const region = node.parentElement?.closest("[data-live-announcer] [aria-live]");
      if (region && node.textContent)
        globalThis.announcements.push(`${region.getAttribute("aria-live")}: ${node.textContent}`);
    };
    new MutationObserver((records) => {
      for (const { addedNodes } of records) addedNodes.forEach(record);
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => globalThis.announcements);
}
