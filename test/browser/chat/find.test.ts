import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[CHAT-9] a text is found in messages that are not on the page, with a count, marks, and the way there and back", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: "An **albatross** sleeps in flight.", calls: [askOne] },
  ]);
  await conversation.waitForInquiry();
  for (let count = 0; count < 110; count += 1)
    await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, {
      text: count === 105 ? "The Albatross again" : `Aside ${count}`,
      separate: true,
    });
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByText("Aside 109", { exact: true }).waitFor();
  expect(await page.getByRole("log").getByText("sleeps in flight").count()).toBe(0);
  await page.getByRole("button", { name: "More about this conversation" }).click();
  await page.getByRole("menuitem", { name: "Find in conversation" }).click();
  const field = page.getByRole("searchbox", { name: "Find in conversation" });
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
  await field.fill("albatross in");
  await page.getByText("Nothing found", { exact: true }).waitFor();
  // The script itself, which is the first message, has the word too.
  await field.fill("albatross");
  await page.getByText("Message 3 of 3", { exact: true }).waitFor();
  await page.locator(".ask-message[data-linked]", { hasText: "The Albatross again" }).waitFor();
  await field.press("Enter");
  await page.getByText("Message 2 of 3", { exact: true }).waitFor();
  await page.locator(".ask-message[data-linked]", { hasText: "sleeps in flight" }).waitFor();
  const marked = () => page.evaluate(() => CSS.highlights.get("ask-found")?.size);
  await expect.poll(marked).toBe(3);
  expect(await axeOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Next message" }).click();
  await page.getByText("Message 3 of 3", { exact: true }).waitFor();
  await field.press("Escape");
  await field.waitFor({ state: "detached" });
  expect(await marked()).toBe(undefined);
});

test("[CHAT-9] [KEYS-5] a key opens the search, which the list of shortcuts has, and its end returns the focus to where it was", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.focus();
  await page.keyboard.press("Control+Shift+F");
  const field = page.getByRole("searchbox", { name: "Find in conversation" });
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
  await field.fill("Hello");
  await composer.focus();
  await page.keyboard.press("Control+Shift+F");
  const selected = () => field.evaluate((node: HTMLInputElement) => [node.selectionStart, node.selectionEnd]);
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
  await expect.poll(selected).toEqual([0, "Hello".length]);
  await field.press("Escape");
  await expect.poll(() => composer.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.goto(`${testServer.server.url}/settings`);
  await page.getByRole("button", { name: "Shortcuts" }).click();
  const row = page.getByRole("dialog").locator(".ask-key-row", { hasText: "Find in conversation" });
  expect(await row.locator("kbd").textContent()).toBe("Ctrl+Shift+F");
});
