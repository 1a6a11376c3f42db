import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { openInquiry } from "../../harness/browser/inbox.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { startSmtpReceiver } from "../../harness/notify/smtp-receiver.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const smtp = await startSmtpReceiver();
const testServer = await startTestServer({ env: { ASKBACK_TEST_MAIL: smtp.url } });
const { api, startConversation } = testServer;
const answers = [{ question: "q1", options: ["o1"] }];

const rowOn = (page: Page, name: string) => page.getByRole("main").getByRole("listitem", { name });
const linkOn = (page: Page) => page.getByRole("navigation").getByRole("link", { name: /^Notifications/ });

async function openNotifications(): Promise<Page> {
  const page = await openPage(testServer, { path: "/notifications" });
  await page.getByRole("heading", { level: 1, name: "Notifications" }).waitFor();
  return page;
}

test("[CONTACT-4] an empty page says what will be here", async () => {
  const page = await openNotifications();
  await page.getByText("No notifications yet.").waitFor();
  await page.getByRole("radio", { name: "Unread" }).focus();
  await page.keyboard.press("Space");
  await page.getByText("You have read everything.").waitFor();
  expect(await axeOf(page)).toEqual([]);
});

test("[CONTACT-4] [CONTACT-5] a question is listed as it comes, counted, opened, and settled by its answer", {
  tags: "smoke",
}, async () => {
  const page = await openNotifications();
  const { inquiryId, conversation } = await openInquiry(testServer, "**Oak** or `pine`?");
  const row = rowOn(page, "Oak or pine?");
  await row.getByText("Scripted asks").waitFor();
  await row.getByText("Waiting", { exact: true }).waitFor();
  expect(await row.getByText("Unread", { exact: true }).count()).toBe(1);
  await expect.poll(() => linkOn(page).locator(".app-count").textContent()).toBe("1");
  expect(await page.title()).toContain("Notifications");
  await row.getByRole("link", { name: "Oak or pine?" }).click();
  await page.waitForURL(`**/c/${conversation.id}`);
  await page.locator(".ask-card").first().waitFor();
  await expect.poll(() => linkOn(page).locator(".app-count").textContent()).toBe("");
  await linkOn(page).click();
  await row.getByText("Waiting", { exact: true }).waitFor();
  await api.post(`/v1/inquiries/${inquiryId}/answer`, { answers });
  await row.getByText("Settled", { exact: true }).waitFor();
});

test("[CONTACT-4] one and all are marked as read and unread, and the filters show what they say", async () => {
  const page = await openNotifications();
  const tea = await openInquiry(testServer, "Tea?");
  const cake = await openInquiry(testServer, "Cake?");
  await rowOn(page, "Tea?").getByRole("button", { name: "Mark as read" }).click();
  await rowOn(page, "Tea?").getByRole("button", { name: "Mark as unread" }).waitFor();
  expect(await linkOn(page).locator(".app-count").textContent()).toBe("1");
  await page.getByText("Unread", { exact: true }).first().click();
  await rowOn(page, "Cake?").waitFor();
  await rowOn(page, "Tea?").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByText("You have read everything.").waitFor();
  await page.getByRole("button", { name: "Mark all as read" }).waitFor({ state: "detached" });
  await page.getByText("Waiting", { exact: true }).first().click();
  await rowOn(page, "Cake?").getByRole("button", { name: "Mark as unread" }).click();
  await rowOn(page, "Cake?").getByRole("button", { name: "Mark as read" }).waitFor();
  await rowOn(page, "Tea?").waitFor();
  await api.post(`/v1/inquiries/${tea.inquiryId}/decline`, {});
  await rowOn(page, "Tea?").waitFor({ state: "detached" });
  await page.getByText("Settled", { exact: true }).first().click();
  await rowOn(page, "Tea?").waitFor();
  await rowOn(page, "Cake?").waitFor({ state: "detached" });
  await api.post(`/v1/inquiries/${cake.inquiryId}/answer`, { answers });
  await rowOn(page, "Cake?").waitFor();
});

test("[CONTACT-4] a run that failed leads to its conversation, and a row says how its reader was told", async () => {
  await api.put("/v1/contact", { email: "ana@example.org" });
  const conversation = await startConversation("refused", [{ text: "never" }]);
  await conversation.waitForStatus("failed");
  await smtp.until(({ length }) => length === 1);
  const page = await openNotifications();
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "Refused failed" });
  await row.getByRole("button", { name: "How was I told?" }).click();
  await row.getByText(/^Mail: (sent|on its way)/).waitFor();
  await row.getByText("You may answer what agents of the project default ask.").waitFor();
  expect(await axeOf(page)).toEqual([]);
  await row.getByRole("link").click();
  await page.waitForURL(`**/c/${conversation.id}`);
});

test.for([
  { theme: "light", width: 1280, language: "en" },
  { theme: "dark", width: 390, language: "de" },
  { theme: "light", width: 390, language: "ar" },
] as const)("[CONTACT-4] axe finds nothing, and nothing is too wide: $theme, $width, $language", async (look) => {
  const { inquiryId } = await openInquiry(testServer, "A question that waits?");
  const page = await openPage(testServer, { path: "/notifications", ...look });
  await page.locator(".app-notice-text").first().waitFor();
  await page.locator(".app-notice-actions [aria-expanded]").first().click();
  expect(await axeOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  await api.post(`/v1/inquiries/${inquiryId}/answer`, { answers });
});

test("[FAILURE-2] a run that failed is told in words for its kind, in the reader's language", async () => {
  const page = await openPage(testServer, { path: "/notifications", language: "de" });
  const { body } = await api.post("/v1/conversations", { agent: "refused", message: "Hello" });
  await api.waitForStatus(body.id, "failed");
  await page.getByText("Der Schlüssel dieses Servers").first().waitFor();
  expect(await page.getByRole("main").textContent()).not.toMatch(/invalid key|HTTP 401/);
});
