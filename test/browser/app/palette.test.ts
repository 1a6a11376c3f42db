import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { beginComposition } from "../../harness/browser/composition.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const paletteOn = (page: Page) => page.getByRole("dialog", { name: "Search conversations, agents and actions" });
const optionOn = (page: Page, name: string | RegExp) => paletteOn(page).getByRole("option", { name });
const firstMessage = (page: Page) => page.getByRole("textbox", { name: "First message" });

/** Whether the middle of an element is neither scrolled away nor covered. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return element.contains(hit);
}

async function openPalette(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await paletteOn(page).getByRole("searchbox").and(page.locator(":focus")).waitFor();
}

test("[WEB-30] the palette leads to a conversation that the server finds by its text", async () => {
  const message = JSON.stringify({ script: [{ text: "The heron is back." }] });
  const { body } = await testServer.api.post("/v1/conversations", { agent: "scripted", message, title: "Birds" });
  await testServer.api.waitForStatus(body.id, "idle");
  const page = await openPage(testServer, { path: "/settings" });
  await openPalette(page);
  await page.keyboard.type("heron");
  await optionOn(page, /^Birds/).waitFor();
  await paletteOn(page).getByText("1 result", { exact: true }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/c/${body.id}`);
  await paletteOn(page).waitFor({ state: "detached" });
  await page.getByText("The heron is back.").first().waitFor();
});

test("[WEB-30] while the server searches, no conversation of another search is offered", async () => {
  const message = JSON.stringify({ script: [{ text: "Hello." }] });
  await testServer.api.post("/v1/conversations", { agent: "scripted", message, title: "Of another search" });
  const page = await openPage(testServer, { path: "/inbox" });
  await openPalette(page);
  await optionOn(page, /^Of another search/).waitFor();
  await page.route("**/v1/conversations?*q=*", () => {});
  await page.keyboard.type("Settings");
  await optionOn(page, /^Of another search/).waitFor({ state: "detached" });
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/settings");
});

test("[WEB-30] it leads to the pages and to the page of an agent", async () => {
  const page = await openPage(testServer, { path: "/settings" });
  for (const [words, path] of [
    ["careful", "/agents/careful"],
    ["inbox", "/inbox"],
    ["new conv", "/"],
    ["settings", "/settings"],
  ] as const) {
    await openPalette(page);
    await page.keyboard.type(words);
    await paletteOn(page).getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  }
});

test("[WEB-30] Escape and the key itself close it, and the focus is where it was", async () => {
  const page = await openPage(testServer);
  for (const key of ["Escape", "Control+k"]) {
    await firstMessage(page).focus();
    await openPalette(page);
    await page.keyboard.press(key);
    await paletteOn(page).waitFor({ state: "detached" });
    await firstMessage(page).and(page.locator(":focus")).waitFor();
  }
});

test("[WEB-30] a button in the sidebar shows its key and opens it", async () => {
  const page = await openPage(testServer);
  const button = page.getByRole("button", { name: "Search Ctrl+K" });
  // The start page takes the focus when it has loaded.
  await firstMessage(page).and(page.locator(":focus")).waitFor();
  await button.click();
  await optionOn(page, "New conversation").waitFor();
  await page.keyboard.press("Escape");
  await button.and(page.locator(":focus")).waitFor();
});

test("[WEB-30] it changes the appearance and shows the shortcuts", async () => {
  const page = await openPage(testServer);
  await openPalette(page);
  await page.keyboard.type("dark");
  await optionOn(page, "Appearance: Dark").click();
  await page.locator("html[data-theme=dark]").waitFor();
  await openPalette(page);
  await optionOn(page, "Shortcuts").click();
  const sheet = page.getByRole("dialog", { name: "Shortcuts" });
  await sheet.getByText("Search conversations, agents and actions").waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
});

test("[WEB-30] it signs out", async () => {
  const page = await openPage(testServer, { expected: [/status of 401/] });
  await openPalette(page);
  await optionOn(page, "Sign out").click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("[WEB-30] it says when nothing is found, and Enter for an input method chooses nothing", async () => {
  const page = await openPage(testServer);
  await openPalette(page);
  const composition = await beginComposition(page);
  await composition.compose("せってい");
  await composition.pressEnter();
  await composition.commit("zzzz");
  await paletteOn(page).getByText("Nothing found.").first().waitFor();
  await page.keyboard.press("Enter");
  expect(new URL(page.url()).pathname).toBe("/");
  await paletteOn(page).waitFor();
});

test("[WEB-30] axe finds nothing in it, and it fits at 320 px", async () => {
  const page = await openPage(testServer, { width: 320, height: 568 });
  await openPalette(page);
  await optionOn(page, "New conversation").waitFor();
  await page.keyboard.press("ArrowDown");
  expect(await axeOf(page)).toEqual([]);
  const marked = paletteOn(page).locator("[data-focused]");
  // The list is a ring, so that this leads to its last entry and back.
  for (const key of ["ArrowUp", "ArrowDown"]) {
    await page.keyboard.press(key);
    await expect.poll(() => marked.evaluate(isInSight)).toBe(true);
  }
  expect(await tooWide(page)).toEqual([]);
});
