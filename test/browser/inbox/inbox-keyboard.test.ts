import type { Locator } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { emptyInbox, openInquiry, rowOf, rowsOf } from "../../harness/browser/inbox.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
beforeEach(() => emptyInbox(testServer));

function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement);
}

test("[INBOX-10] a confirmation for one inquiry is not shown for another that is opened later", async () => {
  const done = await openInquiry(testServer, "The settled?");
  await testServer.api.post(`/v1/inquiries/${done.inquiryId}/decline`, {});
  await openInquiry(testServer, "The first?");
  const page = await openPage(testServer, { path: "/inbox/done" });
  await rowOf(page, "The settled?").focus();
  await page.keyboard.press("e");
  await page.waitForURL(`**/done/${done.inquiryId}`);
  await page.getByRole("link", { name: "Needs you" }).click();
  await rowOf(page, "The first?").click();
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("[INBOX-10] the whole inbox is used by keyboard alone", { tags: "smoke" }, async () => {
  const first = await openInquiry(testServer, "The first?");
  const second = await openInquiry(testServer, "The second?");
  const third = await openInquiry(testServer, "The third?");
  const page = await openPage(testServer, { path: "/inbox" });
  const { keyboard } = page;
  await rowOf(page, "The third?").waitFor();

  await keyboard.press("j");
  await expect.poll(() => hasFocus(rowOf(page, "The first?"))).toBe(true);
  await keyboard.press("j");
  await expect.poll(() => hasFocus(rowOf(page, "The second?"))).toBe(true);
  await keyboard.press("k");
  await expect.poll(() => hasFocus(rowOf(page, "The first?"))).toBe(true);

  await keyboard.press("2");
  await keyboard.press("Enter");
  const notices = page.getByRole("region", { name: "Notices" });
  await notices.getByText("‘Coffee’ will be sent to Scripted.").waitFor();
  await keyboard.press("z");
  await rowOf(page, "The first?").getByRole("button", { name: "Coffee" }).waitFor();

  // A row that has left has given the focus to the next one.
  await expect
    .poll(async () => {
      await keyboard.press("k");
      return hasFocus(rowOf(page, "The first?"));
    })
    .toBe(true);
  await keyboard.press("o");
  await page.waitForURL(`**/needs-you/${first.inquiryId}`);
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  // If the card took the focus, the first keys leave its field and fold it.
  await expect
    .poll(async () => {
      await keyboard.press("Escape");
      return new URL(page.url()).pathname;
    })
    .toBe("/inbox/needs-you");
  await expect.poll(() => hasFocus(rowOf(page, "The first?"))).toBe(true);

  await keyboard.press("s");
  await page.getByRole("menuitem", { name: /30 minutes/ }).waitFor();
  await keyboard.press("Enter");
  await rowOf(page, "The first?").waitFor({ state: "detached" });

  await keyboard.press("j");
  await expect.poll(() => rowsOf(page).and(page.locator(":focus")).count()).toBe(1);
  await rowOf(page, "The second?").focus();
  await keyboard.press("e");
  const form = page.getByRole("dialog");
  await expect.poll(() => hasFocus(form.getByRole("button", { name: "Cancel" }))).toBe(true);
  expect(await axeOf(page)).toEqual([]);
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await form.waitFor({ state: "detached" });
  await second.conversation.waitForStatus("idle");
  expect(second.conversation.newMessages()).toMatchObject([{ text: expect.stringMatching(/declined/i) }]);

  await expect.poll(() => hasFocus(page.locator(".ask-inbox-detail h2").first())).toBe(true);
  await keyboard.press("g");
  await keyboard.press("s");
  await page.waitForURL("**/inbox/snoozed");
  await rowOf(page, "The first?").waitFor();
  expect((await testServer.api.get(`/v1/inquiries/${third.inquiryId}`)).body.status).toBe("open");
});

test("[INBOX-10] the keys are listed on request, and Escape closes the list", async () => {
  await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: "/inbox" });
  await rowOf(page, "Tea or coffee?").focus();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog");
  await sheet.getByText("Undo what was just sent").waitFor();
  expect(await axeOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(rowOf(page, "Tea or coffee?"))).toBe(true);
});

test("[INBOX-10] the keys do nothing outside of the inbox, nor where somebody writes", async () => {
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: `/inbox/needs-you/${inquiryId}` });
  const field = page.getByRole("textbox", { name: "Something else…" });
  await field.pressSequentially("good zest, g d");
  expect(await field.inputValue()).toBe("good zest, g d");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Settings" }).focus();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await page.keyboard.press("?");
  expect(new URL(page.url()).pathname).toBe(`/inbox/needs-you/${inquiryId}`);
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("[INBOX-11] the list is a grid: arrows move among its rows and into their buttons, and Tab leaves it", async () => {
  await openInquiry(testServer, "The first?");
  await openInquiry(testServer, "The second?");
  const page = await openPage(testServer, { path: "/inbox" });
  const { keyboard } = page;
  await page.getByRole("grid", { name: "Needs you" }).waitFor();
  await rowOf(page, "The first?").focus();
  await keyboard.press("ArrowDown");
  await expect.poll(() => hasFocus(rowOf(page, "The second?"))).toBe(true);
  await keyboard.press("ArrowRight");
  await expect.poll(() => hasFocus(rowOf(page, "The second?").getByRole("checkbox"))).toBe(true);
  await keyboard.press("ArrowRight");
  await expect.poll(() => hasFocus(rowOf(page, "The second?").getByRole("button", { name: "Tea" }))).toBe(true);
  await keyboard.press("Tab");
  await expect.poll(() => page.locator("[role=grid] :focus").count()).toBe(0);
});
