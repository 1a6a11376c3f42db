import type { Locator, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { openPage, type PageOptions } from "../../harness/browser/browser.ts";
import { halfAnswered } from "../../harness/browser/drafts.ts";
import { emptyInbox, openInquiry, questionsIn, rowOf, rowsOf } from "../../harness/browser/inbox.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
beforeEach(() => emptyInbox(testServer));
const rowHeight = 64;

/** Opens inquiries that show everything a row can show. */
async function openMany(): Promise<void> {
  await openInquiry(testServer, "Tea or coffee?", { title: "A very long title of a conversation about breakfast" });
  const drafted = await openInquiry(testServer, "The urgent?", { agent: "timed" });
  await testServer.api.put(`/v1/inquiries/${drafted.inquiryId}/draft`, { draft: halfAnswered, device: "A phone" });
  const several = await testServer.startConversation("scripted", [{ calls: [askTwo] }]);
  const approval = await testServer.startConversation("careful", [
    { calls: [{ name: "note", input: { line: "milk" } }] },
  ]);
  await Promise.all([several.waitForInquiry(), approval.waitForInquiry()]);
}

function placesOf(page: Page): Promise<readonly (readonly [number, number])[]> {
  return rowsOf(page).evaluateAll((rows) =>
    rows.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return [Math.round(top), Math.round(height)] as const;
    }),
  );
}

/** Whether an element is inside its row, and not below it, where it cannot be seen. */
function isInRow(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    const row = node.closest("[role=row]")?.getBoundingClientRect();
    return row !== undefined && top >= row.top && bottom <= row.bottom;
  });
}

test("[INBOX-14] all rows are 64 px high, also when quick answers and checkboxes appear, and nothing moves", async () => {
  await openMany();
  const page = await openPage(testServer, { path: "/inbox" });
  const row = rowOf(page, "Tea or coffee?");
  const quick = row.getByRole("button", { name: "Coffee" });
  await expect.poll(() => rowsOf(page).count()).toBe(4);
  const before = await placesOf(page);
  expect(before.map(([, height]) => height)).toEqual(Array(4).fill(rowHeight));
  expect(await isInRow(quick)).toBe(false);

  await row.hover();
  await expect.poll(() => isInRow(quick)).toBe(true);
  expect(await placesOf(page)).toEqual(before);
  await page.mouse.move(0, 0);
  await expect.poll(() => isInRow(quick)).toBe(false);

  await page.keyboard.press("j");
  for (let count = 0; count < 4 && !(await isInRow(quick)); count += 1) await page.keyboard.press("j");
  expect(await isInRow(quick)).toBe(true);
  await page.keyboard.press("x");
  await row.getByRole("checkbox", { checked: true }).waitFor();
  expect(await placesOf(page)).toEqual(before);
});

test("[INBOX-14] a resolved row is as high as it was", async () => {
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  await openInquiry(testServer, "Cake or bread?");
  const page = await openPage(testServer, { path: "/inbox" });
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await page.clock.install();
  const before = await placesOf(page);
  await testServer.api.post(`/v1/inquiries/${inquiryId}/decline`, {});
  await rowOf(page, "Tea or coffee?").getByText("You declined to answer").waitFor();
  expect(await placesOf(page)).toEqual(before);
});

test("[INBOX-14] a row says how many questions it has, and no name is cut off where there is room for it", async () => {
  await openMany();
  const page = await openPage(testServer, { path: "/inbox" });
  await page.getByText("A very long title of a conversation about").waitFor();
  await page.getByText("2 questions").waitFor();
  const unused = () =>
    page.locator(".ask-row-names").evaluateAll((lines) =>
      lines
        .filter((line) => [...line.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
        .map((line) => line.clientWidth - [...line.children].reduce((sum, { clientWidth }) => sum + clientWidth, 0))
        .filter((width) => width > 8),
    );
  // What the rows show comes in parts: the draft and the time that is left make the names shorter.
  await expect.poll(unused).toEqual([]);
});

test("[INBOX-15] the page has one heading, and the list has the name of its view", async () => {
  await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: "/inbox" });
  await page.getByRole("grid", { name: "Needs you" }).waitFor();
  expect(await page.getByRole("main").getByRole("heading").allTextContents()).toEqual(["Inbox"]);
  expect(await page.getByRole("heading", { level: 1, name: "Inbox" }).isVisible()).toBe(true);
});

test("[INBOX-23] the questions of one conversation stand under its title, which folds them", {
  tags: "smoke",
}, async () => {
  const ask = (question: string) => ({
    calls: [
      { name: "ask_user_question", input: { questions: [{ question, options: [{ label: "Yes" }, { label: "No" }] }] } },
    ],
  });
  const conversation = await testServer.startConversation("scripted", [
    ask("The first?"),
    ask("The second?"),
    { text: "" },
  ]);
  for (const count of [1, 2]) {
    const { id } = await conversation.waitForInquiry(count);
    await testServer.api.post(`/v1/inquiries/${id}/decline`, {});
  }
  await testServer.api.patch(`/v1/conversations/${conversation.id}`, { title: "Breakfast" });
  const single = await openInquiry(testServer, "The other?");
  await testServer.api.post(`/v1/inquiries/${single.inquiryId}/decline`, {});
  const page = await openPage(testServer, { path: "/inbox/done" });
  await expect.poll(() => questionsIn(page)).toEqual(["The other?", "The second?", "The first?"]);
  const title = page.getByRole("button", { name: "Breakfast 2 questions", expanded: true });
  expect(await axeOf(page)).toEqual([]);
  await title.click();
  await expect.poll(() => questionsIn(page)).toEqual(["The other?"]);
  const row = rowsOf(page).filter({ hasText: "Breakfast" }).first();
  await row.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => questionsIn(page)).toHaveLength(3);
});

test("[INBOX-24] on a phone a tapped row opens over the list with one bar, and the way back leads to the row", async () => {
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  await openInquiry(testServer, "Cake or bread?");
  const page = await openPage(testServer, { path: "/inbox", width: 390, height: 844, hasTouch: true });
  await rowOf(page, "Tea or coffee?").tap();
  await page.waitForURL(`**/inbox/needs-you/${inquiryId}`);
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  expect(await page.getByRole("grid").isVisible()).toBe(false);
  const bars = page.locator(".ask-inbox-head, .ask-inbox-detail-head");
  expect(await bars.evaluateAll((all) => all.filter((bar) => bar.clientHeight > 1).length)).toBe(1);
  expect(await tooWide(page)).toEqual([]);
  expect(await axeOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Back to the list" }).tap();
  await page.waitForURL("**/inbox/needs-you");
  await expect.poll(() => rowOf(page, "Tea or coffee?").evaluate((row) => row === document.activeElement)).toBe(true);
});

test.each<[string, PageOptions]>([
  ["on a small phone", { width: 320, height: 640, hasTouch: true }],
  ["on a small phone in Arabic", { width: 320, height: 640, hasTouch: true, language: "ar" }],
  ["at 400 %", { width: 320, height: 256 }],
  ["in Arabic", { language: "ar" }],
  ["in the dark theme", { theme: "dark" }],
])("[INBOX-25] nothing is cut off or overlaps %s", async (_, reader) => {
  await openMany();
  const page = await openPage(testServer, { path: "/inbox", ...reader });
  await expect.poll(() => rowsOf(page).count()).toBe(4);
  expect(await tooWide(page)).toEqual([]);
  expect(await overlapsIn(page)).toEqual([]);
  expect(await axeOf(page)).toEqual([]);
  await rowsOf(page).first().focus();
  await page.keyboard.press("x");
  await page.getByRole("toolbar").waitFor();
  expect(await tooWide(page)).toEqual([]);
  expect(await overlapsIn(page)).toEqual([]);
  expect(await axeOf(page)).toEqual([]);
});

test("[INBOX-25] in forced colours one sees what is selected, open and focused", async () => {
  await openMany();
  const page = await openPage(testServer, { path: "/inbox" });
  await page.emulateMedia({ forcedColors: "active" });
  const row = rowOf(page, "Tea or coffee?");
  const outline = () => row.locator(".ask-row").evaluate((node) => getComputedStyle(node).outlineStyle);
  await row.waitFor();
  expect(await outline()).toBe("none");
  await row.getByRole("checkbox").check({ force: true });
  await page.mouse.move(0, 0);
  await expect.poll(outline).toBe("solid");
});

/** Controls and texts of the head and of the rows that lie over each other. */
function overlapsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector =
      ".ask-inbox-head :is(h1, a, button, input, select, p), .ask-row :is(.ask-row-agent, .ask-row-title, .ask-row-time, .ask-row-question, .ask-row-marks)";
    const boxes = [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility() && !element.querySelector("button, a"))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const name = (element: Element) => `${element.tagName}.${element.className} ${element.textContent?.slice(0, 20)}`;
    return boxes.flatMap(({ element, box }, index) =>
      boxes
        .slice(index + 1)
        .filter(({ element: other }) => !element.contains(other))
        .filter(({ box: other }) => box.left < other.right - 1 && other.left < box.right - 1)
        .filter(({ box: other }) => box.top < other.bottom - 1 && other.top < box.bottom - 1)
        .map(({ element: other }) => `${name(element)} and ${name(other)}`),
    );
  });
}

test("[CARD-30] the answer to an approval is in the reader's language", async () => {
  const approval = await testServer.startConversation("careful", [
    { calls: [{ name: "note", input: { line: "a" } }] },
    { text: "Thank you." },
  ]);
  const { id } = await approval.waitForInquiry();
  await testServer.api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  const page = await openPage(testServer, { path: "/inbox/done", language: "de" });
  const answer = page.locator(".ask-row-answer");
  await answer.waitFor();
  expect(await answer.textContent()).toBe("Ablehnen");
});
