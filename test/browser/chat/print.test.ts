import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { askOne, askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const partNotice = "Earlier messages are not in this print.";

/** A conversation with more messages than a page of them has. */
async function openLongConversation(options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const conversation = await testServer.startConversation("scripted", [{ text: "Aside 0", calls: [askOne] }]);
  await conversation.waitForInquiry();
  for (let count = 1; count <= 210; count += 1)
    await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, {
      text: `Aside ${count}`,
      separate: true,
    });
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, ...options });
  await page.getByText("Aside 210", { exact: true }).waitFor();
  // The dialog of a browser cannot be reached by a test; a print is what the page shows when it opens.
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  return page;
}

/** The numbers that are visible on paper. */
async function printed(page: Page): Promise<readonly number[]> {
  await page.emulateMedia({ media: "print" });
  const texts = await page
    .getByRole("log")
    .getByText(/^Aside \d+$/)
    .evaluateAll((nodes) => nodes.filter((node) => node.checkVisibility()).map(({ textContent }) => textContent));
  return texts.map((text) => Number(text?.slice("Aside ".length)));
}

const all = Array.from({ length: 211 }, (_, index) => index);

test("[CHAT-12] the menu prints messages that were not loaded", async () => {
  const page = await openLongConversation();
  await page.getByRole("button", { name: "More about this conversation" }).click();
  await page.getByRole("menuitem", { name: "Print conversation" }).click();
  await page.locator("[data-printed]").waitFor({ state: "attached" });
  expect(await printed(page)).toEqual(all);
  expect(await page.getByText(partNotice).isVisible()).toBe(false);
  expect((await page.pdf()).subarray(0, 5).toString()).toBe("%PDF-");
});

test("[CHAT-12] the browser's key prints all messages, and says that they are being loaded", async () => {
  const page = await openLongConversation();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/transcript?*cursor=*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("textbox", { name: "Message", exact: true }).press("Control+p");
  const status = page.getByRole("status").filter({ hasText: "Loading all messages to print…" });
  await status.waitFor();
  expect(await axeOf(page)).toEqual([]);
  release();
  await page.locator("[data-printed]").waitFor({ state: "attached" });
  expect(await status.count()).toBe(0);
  expect(await printed(page)).toEqual(all);
});

test("[CHAT-12] a print that lacks messages says so, such as one of the browser's own menu", async () => {
  const page = await openLongConversation({ expected: [/503/] });
  const notice = page.getByText(partNotice);
  expect(await notice.isVisible()).toBe(false);
  expect((await printed(page)).length).toBeLessThan(all.length);
  expect(await notice.isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
  await page.route("**/transcript?*cursor=*", (route) => route.fulfill({ status: 503 }));
  await page.getByRole("textbox", { name: "Message", exact: true }).press("Control+p");
  await page.locator("[data-printed]").waitFor({ state: "attached" });
  expect(await notice.isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await notice.isVisible()).toBe(true);
});

test("[CHAT-12] a print has no button, with an answered and an open question", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: "One moment.", calls: [askOne] },
    { text: "And then:\n\n```js\nconst a = 1;\n```", calls: [askTwo] },
  ]);
  const { id } = await conversation.waitForInquiry();
  await testServer.api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  await conversation.waitForInquiry(2);
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByText("Which database?").first().waitFor();
  await page.getByText("Show all options").waitFor();
  await page.emulateMedia({ media: "print" });
  const shown = await page
    .getByRole("region", { name: "Conversation" })
    .locator("button, a[href], textarea:placeholder-shown")
    .evaluateAll((nodes) =>
      nodes.filter((node) => node.checkVisibility()).map((node) => node.ariaLabel ?? node.textContent ?? ""),
    );
  expect(shown).toEqual([]);
});
