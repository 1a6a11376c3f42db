import type { Page } from "playwright-core";
import { expect } from "vitest";

const maxStops = 60;

/** What has the focus, as a screen reader names it: `button "Submit answer"`. */
async function focusOf(page: Page): Promise<string> {
  const focused = page.locator(":focus");
  if ((await focused.count()) === 0) return "nothing";
  const [line = ""] = (await focused.ariaSnapshot()).split("\n");
  return line.replace(/^- '?/, "").replace(/:$/, "");
}

/** Waits until this has the focus. */
export async function expectFocus(page: Page, name: RegExp): Promise<void> {
  await expect.poll(() => focusOf(page)).toMatch(name);
}

/** Presses Tab, or another key, until this has the focus. On the way the focus is never lost. */
export async function tabTo(page: Page, name: RegExp, key: "Tab" | "Shift+Tab" | "ArrowDown" = "Tab"): Promise<void> {
  const stops: string[] = [];
  while (stops.length < maxStops) {
    await page.keyboard.press(key);
    const stop = await focusOf(page);
    stops.push(stop);
    if (name.test(stop)) return;
    if (stop === "nothing") break;
  }
  throw new Error(`${name} is not reached by ${key}:\n${stops.join("\n")}`);
}
