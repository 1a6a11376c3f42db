import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { openInquiry, rowOf } from "../../harness/browser/inbox.ts";
import { cardOn } from "../../harness/browser/inquiry-page.ts";
import { readStoredEntries } from "../../harness/browser/stored-entries.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const expected = [/Failed to load resource|ERR_|Failed to fetch/];

/** Opens a page that can be reloaded offline, and waits until this browser has stored what it shows. */
async function see(path: string, text: string): Promise<Page> {
  const page = await openPage(testServer, { path, serviceWorker: true, expected });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByText(text).first().waitFor();
  await expect.poll(() => readStoredEntries(page)).toContain(text);
  return page;
}

const banner = (page: Page) => page.getByText(/No connection\. Last updated \d+:\d\d/);

test("[WEB-37] a conversation is shown after a reload offline, can be answered, and goes on when the connection is back", async () => {
  const { conversation } = await openInquiry(testServer, "Tea or coffee, offline?");
  const page = await see(`/c/${conversation.id}`, "Tea or coffee, offline?");
  await page.context().setOffline(true);
  await page.reload();
  await banner(page).waitFor();
  const card = cardOn(page);
  await card.getByRole("radio", { name: "Tea" }).waitFor();
  await page.locator(`a[href="/c/${conversation.id}"]`).first().waitFor();
  await card.getByRole("textbox").first().fill("Water");
  await card.getByRole("button", { name: "Submit answer" }).click();
  await page.getByText("will be sent when the server can be reached again").first().waitFor();
  await page.context().setOffline(false);
  await conversation.waitForStatus("idle");
  await banner(page).waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("log", { name: "Messages" }).textContent()).toContain("Water");
});

test("[WEB-37] the inbox and another conversation are shown after a reload offline", async () => {
  const { conversation } = await openInquiry(testServer, "Cake or bread, offline?");
  const page = await see(`/c/${conversation.id}`, "Cake or bread, offline?");
  await page.getByRole("link", { name: /Inbox/ }).first().click();
  await rowOf(page, "Cake or bread, offline?").waitFor();
  await expect.poll(() => readStoredEntries(page)).toContain("isWhole");
  await page.context().setOffline(true);
  await page.reload();
  await rowOf(page, "Cake or bread, offline?").waitFor();
  await page.locator(`a[href="/c/${conversation.id}"]`).first().click();
  await cardOn(page).getByRole("radio", { name: "Tea" }).waitFor();
  await banner(page).waitFor();
});

test("[WEB-48] on a phone the notice of a lost connection is whole, and the card has a sign of it", async () => {
  const ownServer = await startTestServer();
  const { conversation } = await openInquiry(ownServer, "Soup or salad, offline?");
  const page = await openPage(ownServer, { path: `/c/${conversation.id}`, width: 360, height: 740, expected });
  const sign = cardOn(page).locator('[data-icon="offline"]');
  await cardOn(page).getByRole("radio", { name: "Tea" }).waitFor();
  expect(await sign.count()).toBe(0);
  await ownServer.server.kill();
  const notice = page.getByText("No connection.");
  await notice.waitFor();
  expect(await notice.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  await sign.waitFor();
  await cardOn(page).getByText("Not connected. Your answer is saved here.").waitFor({ state: "attached" });
});

test("[WEB-38] nothing of what was seen is stored after signing out", async () => {
  const { conversation } = await openInquiry(testServer, "A secret question?");
  const page = await see(`/c/${conversation.id}`, "A secret question?");
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: /sign/i }).waitFor();
  expect(await readStoredEntries(page)).not.toContain("A secret question?");
});
