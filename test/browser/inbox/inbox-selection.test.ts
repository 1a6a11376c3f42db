import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { emptyInbox, type OpenInquiry, openInquiry, questionsIn, rowOf, rowsOf } from "../../harness/browser/inbox.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
beforeEach(() => emptyInbox(testServer));

async function openThree(): Promise<readonly OpenInquiry[]> {
  const asked: OpenInquiry[] = [];
  for (const question of ["The first?", "The second?", "The third?"])
    asked.push(await openInquiry(testServer, question));
  return asked;
}

const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected questions" });
const notices = (page: Page) => page.getByRole("region", { name: "Notices" });
const statusOf = async ({ inquiryId }: OpenInquiry) =>
  (await testServer.api.get(`/v1/inquiries/${inquiryId}`)).body.status;

function selectedIn(page: Page): Promise<string[]> {
  return page.locator("[role=row][aria-selected=true] .ask-row-question").allTextContents();
}

test("[INBOX-19] rows are selected by checkbox, by x, as a range and all together", async () => {
  await openThree();
  const page = await openPage(testServer, { path: "/inbox" });
  const { keyboard } = page;
  const first = rowOf(page, "The first?");
  await rowOf(page, "The third?").waitFor();
  await first.hover();
  await first.getByRole("checkbox").check({ force: true });
  await bar(page).getByText("1 selected").waitFor();
  await first.focus();
  await keyboard.press("x");
  await bar(page).waitFor({ state: "detached" });
  await keyboard.press("x");
  await keyboard.press("Shift+ArrowDown");
  await expect.poll(() => selectedIn(page)).toEqual(["The first?", "The second?"]);
  await keyboard.press("Control+a");
  await bar(page).getByText("3 selected").waitFor();
  expect(await axeOf(page)).toEqual([]);
  await keyboard.press("Escape");
  await bar(page).waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/inbox");
});

test("[INBOX-19] what a search does not show, and what comes later, is not selected", async () => {
  await openThree();
  const page = await openPage(testServer, { path: "/inbox" });
  await rowOf(page, "The first?").focus();
  await page.keyboard.press("Control+a");
  await bar(page).getByText("3 selected").waitFor();
  await openInquiry(testServer, "The fourth?");
  await page.getByRole("button", { name: "Show 1 new question" }).waitFor();
  await page.keyboard.press(".");
  await rowOf(page, "The fourth?").waitFor();
  await bar(page).getByText("3 selected").waitFor();
  expect(await selectedIn(page)).not.toContain("The fourth?");
  await page.goto(`${testServer.server.url}/inbox?q=second`);
  await rowOf(page, "The second?").focus();
  await page.keyboard.press("Control+a");
  await bar(page).getByText("1 selected").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search the inbox" }).fill("");
  await expect.poll(() => rowsOf(page).count()).toBe(4);
  expect(await selectedIn(page)).toEqual([]);
});

test("[INBOX-20] selected rows are snoozed together, and an undo brings them back", async () => {
  await openThree();
  const page = await openPage(testServer, { path: "/inbox" });
  const { keyboard } = page;
  await rowOf(page, "The first?").focus();
  await keyboard.press("x");
  await keyboard.press("Shift+ArrowDown");
  await keyboard.press("s");
  await page.getByRole("menuitem", { name: /Tomorrow 9:00/ }).waitFor();
  expect(await axeOf(page)).toEqual([]);
  await page.getByRole("menuitem", { name: /2 hours/ }).click();
  await expect.poll(() => questionsIn(page)).toEqual(["The third?"]);
  await notices(page)
    .getByText(/^Snoozed 2 questions until .*\d:\d\d/)
    .waitFor();
  expect((await testServer.api.get("/v1/inbox/count")).body).toEqual({ open: 1, snoozed: 2 });
  await expect.poll(() => page.locator(".ask-inbox :focus").count()).toBe(1);
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(3);
  await expect.poll(async () => (await testServer.api.get("/v1/inbox/count")).body).toEqual({ open: 3, snoozed: 0 });
});

test("[INBOX-21] selected rows are declined with one reason, after a confirmation with their number", async () => {
  const asked = await openThree();
  const page = await openPage(testServer, { path: "/inbox" });
  const { keyboard } = page;
  await rowOf(page, "The first?").focus();
  await keyboard.press("x");
  await keyboard.press("Shift+ArrowDown");
  await bar(page).getByRole("button", { name: "Decline…" }).click();
  const form = page.getByRole("dialog", { name: "Decline 2 questions?" });
  await expect
    .poll(() => form.getByRole("button", { name: "Cancel" }).evaluate((button) => button === document.activeElement))
    .toBe(true);
  expect(await axeOf(page)).toEqual([]);
  await form.getByRole("textbox", { name: "Reason (optional)" }).fill("Not this week");
  await keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
  await page.reload();
  await rowOf(page, "The first?").focus();
  await keyboard.press("x");
  await keyboard.press("Shift+ArrowDown");
  await keyboard.press("e");
  // What was written is kept.
  await expect.poll(() => form.getByRole("textbox").inputValue()).toBe("Not this week");
  await form.getByRole("button", { name: "Decline 2" }).click();
  await notices(page).getByText("Declined 2 questions.").waitFor();
  expect(await Promise.all(asked.map(statusOf))).toEqual(["declined", "declined", "open"]);
  const [first] = asked;
  const { resolution } = (await testServer.api.get(`/v1/inquiries/${first?.inquiryId}`)).body;
  expect(resolution).toMatchObject({ type: "declined", comment: "Not this week" });
  await expect.poll(() => questionsIn(page)).toEqual(["The third?"]);
});

test("[INBOX-22] one that fails says so in its row and stays selected; the others are done", async () => {
  const asked = await openThree();
  const page = await openPage(testServer, { path: "/inbox", expected: [/403/] });
  const problem = { type: "about:blank", status: 403, code: "forbidden", title: "You may not decline this", hint: "" };
  await page.route(`**/v1/inquiries/${asked[1]?.inquiryId}/decline`, (route) =>
    route.fulfill({ status: 403, contentType: "application/problem+json", body: JSON.stringify(problem) }),
  );
  await rowOf(page, "The first?").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("e");
  await page.getByRole("dialog").getByRole("button", { name: "Decline 3" }).click();
  await notices(page).getByText("Declined 2 questions. 1 of 3 could not be declined.").waitFor();
  await rowOf(page, "The second?").getByText("You may not decline this").waitFor();
  await bar(page).getByText("1 selected").waitFor();
  expect(await selectedIn(page)).toEqual(["The second?"]);
  expect(await axeOf(page)).toEqual([]);
  expect(await Promise.all(asked.map(statusOf))).toEqual(["declined", "open", "declined"]);
});
