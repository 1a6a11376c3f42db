import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, type PageOptions } from "../../harness/browser/browser.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
await conversation.waitForStatus("idle");

/** Opens the conversation, where scripts with this name cannot be loaded, as after an update of the server. */
async function openWithout(script: string, options: PageOptions = {}): Promise<Page> {
  const expected = [/net::ERR_FAILED/];
  const page = await openPage(testServer, { ...options, path: `/c/${conversation.id}`, expected });
  await replyOn(page).waitFor();
  await page.route(new RegExp(`/assets/${script}-[^/]*\\.js$`), (route) => route.abort());
  return page;
}

const replyOn = (page: Page) => page.getByRole("log").getByText("Hello.", { exact: true });
const noticeOn = (page: Page) => page.getByRole("alertdialog", { name: "This could not be loaded" });

/** A dialog is hidden as soon as it is closed, and the page learns of it by an event that comes later. */
const waitUntilNoticeIsRemoved = (page: Page) => page.locator(".ask-alert-dialog").waitFor({ state: "detached" });

test("[WEB-46] a menu that cannot be loaded says so, and loading the page again keeps what was written", async () => {
  const page = await openWithout("action-menu");
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill("half a thought");
  const button = page.locator(".ask-chat-header [aria-haspopup=menu]");
  await button.click();
  await noticeOn(page).getByText("What you wrote is kept").waitFor();
  expect(await axeOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await waitUntilNoticeIsRemoved(page);
  await button.and(page.locator(":focus")).waitFor();
  await button.click();
  await page.unrouteAll();
  await noticeOn(page).getByRole("button", { name: "Load again" }).click();
  await replyOn(page).waitFor();
  await expect.poll(() => composer.inputValue()).toBe("half a thought");
  await button.click();
  await page.getByRole("menu").waitFor();
});

test.for(["palette", "command-dialog"])(
  "[WEB-46] a palette without %s says so, and its key works again",
  async (script) => {
    const page = await openWithout(script);
    await page.keyboard.press("Control+k");
    await noticeOn(page).getByRole("button", { name: "Close" }).click();
    await waitUntilNoticeIsRemoved(page);
    await page.keyboard.press("Control+k");
    await noticeOn(page).waitFor();
  },
);

test("[WEB-46] a dialog that cannot be loaded says so", async () => {
  const page = await openWithout("modal-dialog", { width: 390, height: 844 });
  await page.getByRole("button", { name: "Details" }).click();
  await noticeOn(page).getByRole("button", { name: "Close" }).click();
  await waitUntilNoticeIsRemoved(page);
});
