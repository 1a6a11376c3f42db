import type { Page, Response } from "playwright-core";
import { expect, test } from "vitest";
import { ask, start } from "../../../packages/server/src/store/testing/commands.ts";
import { openPage } from "../../harness/browser/browser.ts";
import { rowOf, rowsOf } from "../../harness/browser/inbox.ts";
import { createFilledFolder, longConversation, recordConversation } from "../../harness/server/filled-folder.ts";
import { startTestServer, type TestServer } from "../../harness/server/test-server.ts";

test("[STREAM-3] a conversation of 10,000 events is opened with as little as one of 1,000", async () => {
  const dataDir = await createFilledFolder(async (store) => {
    expect(await recordConversation(store, "conv_longest", longConversation(1_500))).toBeGreaterThan(10_000);
    await recordConversation(store, "conv_long", longConversation(150));
  });
  const testServer = await startTestServer({ dataDir });
  const page = await openPage(testServer, { path: "/settings" });
  const longest = await openingCost(page, testServer, "conv_longest", "Line 1500.");
  const long = await openingCost(page, testServer, "conv_long", "Line 150.");
  expect(longest.bytes / long.bytes).toBeLessThan(2);
  expect(longest.elements / long.elements).toBeLessThan(2);
});

test("[INBOX-13] of 5,000 rows only those in view are in the page, and the last is reached by a key", async () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `conv_${index}`);
  const dataDir = await createFilledFolder(async (store) => {
    for (const name of names)
      await recordConversation(store, name, [start({ agent: "scripted" }), ask(`The question of ${name}?`)]);
  });
  const testServer = await startTestServer({ dataDir });
  const page = await openPage(testServer, { path: "/inbox" });
  await rowsOf(page).first().waitFor();
  const grid = page.getByRole("grid");
  await expect.poll(() => grid.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(5_000 * 50);
  const most = await grid.evaluate(async (list) => {
    let rows = 0;
    for (let part = 0; part <= 20; part++) {
      list.scrollTop = (list.scrollHeight * part) / 20;
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      rows = Math.max(rows, list.querySelectorAll("[role=row]").length);
    }
    return rows;
  });
  expect(most).toBeGreaterThan(5);
  expect(most).toBeLessThan(100);
  await rowsOf(page).first().focus();
  await page.keyboard.press("Home");
  await expect.poll(() => grid.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await page.keyboard.press("End");
  await rowOf(page, "The question of conv_4999?").waitFor();
  await expect
    .poll(() => rowOf(page, "The question of conv_4999?").evaluate((row) => row === document.activeElement))
    .toBe(true);
});

/** The largest reply of the API, and what the page holds, when the last line of a conversation is shown. */
async function openingCost(page: Page, { server }: TestServer, conversationId: string, lastLine: string) {
  const replies: Promise<number>[] = [];
  const count = (response: Response) => {
    const isStream = response.headers()["content-type"]?.startsWith("text/event-stream");
    if (response.url().includes(`/v1/conversations/${conversationId}`) && !isStream)
      replies.push(response.body().then(({ length }) => length));
  };
  page.on("response", count);
  await page.goto(`${server.url}/c/${conversationId}`);
  await page.getByText(lastLine, { exact: true }).waitFor();
  page.off("response", count);
  // A reply may have come twice.
  const bytes = Math.max(...(await Promise.all(replies)));
  return { bytes, elements: await page.locator("*").count() };
}
