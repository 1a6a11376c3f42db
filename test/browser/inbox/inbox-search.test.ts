import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { recordAnnouncements } from "../../harness/browser/announcements.ts";
import { openPage } from "../../harness/browser/browser.ts";
import { emptyInbox, openInquiry, questionsIn, rowOf, rowsOf } from "../../harness/browser/inbox.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
beforeEach(() => emptyInbox(testServer));

const fieldOf = (page: Page) => page.getByRole("searchbox", { name: "Search the inbox" });
const queryOf = (page: Page) => new URL(page.url()).search;

test("[INBOX-16] a search finds questions, conversations and agents, and says when it finds nothing", async () => {
  await openInquiry(testServer, "Tea or coffee?", { title: "Breakfast" });
  await openInquiry(testServer, "Cake or bread?", { agent: "timed", title: "Lunch" });
  const page = await openPage(testServer, { path: "/inbox" });
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  const field = fieldOf(page);
  const announced = await recordAnnouncements(page);
  for (const [words, found] of [
    ["CAKE", "Cake or bread?"],
    ["breakf", "Tea or coffee?"],
    ["timed", "Cake or bread?"],
  ] as const) {
    await field.fill(words);
    await expect.poll(() => questionsIn(page), { message: words }).toEqual([found]);
  }
  await field.fill("nothing like it");
  await page.locator(".ask-inbox-empty").getByText("Nothing found.").waitFor();
  expect(await axeOf(page)).toEqual([]);
  await expect.poll(announced).toContain("polite: Nothing found.");
  expect(await announced()).toContain("polite: 1 question");
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  expect(await field.inputValue()).toBe("");
});

test("[INBOX-16] what is asked while somebody searches appears if it fits", async () => {
  await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: "/inbox?q=coffee" });
  await rowOf(page, "Tea or coffee?").waitFor();
  await openInquiry(testServer, "Cake or bread?");
  await openInquiry(testServer, "Coffee or milk?", { options: ["One", "Two"] });
  await rowOf(page, "Coffee or milk?").waitFor();
  // Its options are searched too.
  expect((await questionsIn(page)).toSorted()).toEqual(["Cake or bread?", "Coffee or milk?", "Tea or coffee?"]);
});

test("[INBOX-16] a slash focuses the search, an arrow leads to the list and Escape clears the search", async () => {
  await openInquiry(testServer, "Tea or coffee?");
  await openInquiry(testServer, "Cake or bread?", { options: ["Yes", "No"] });
  const page = await openPage(testServer, { path: "/inbox" });
  const { keyboard } = page;
  await rowOf(page, "Cake or bread?").focus();
  await keyboard.press("/");
  const hasFocus = () => fieldOf(page).evaluate((field) => field === document.activeElement);
  await expect.poll(hasFocus).toBe(true);
  await keyboard.type("cake");
  await keyboard.press("Enter");
  await expect.poll(() => questionsIn(page)).toEqual(["Cake or bread?"]);
  await keyboard.press("ArrowDown");
  await expect.poll(() => rowOf(page, "Cake or bread?").evaluate((row) => row === document.activeElement)).toBe(true);
  await keyboard.press("/");
  await expect.poll(hasFocus).toBe(true);
  await keyboard.press("Escape");
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  expect(await hasFocus()).toBe(true);
  await keyboard.press("Escape");
  await expect.poll(hasFocus).toBe(false);
});

test("[INBOX-16] keys of an input method do not search until the word is written", async () => {
  await openInquiry(testServer, "お茶ですか?");
  const page = await openPage(testServer, { path: "/inbox" });
  await rowOf(page, "お茶ですか?").waitFor();
  await fieldOf(page).focus();
  await fieldOf(page).dispatchEvent("compositionstart");
  await fieldOf(page).fill("oty");
  await page.clock.install();
  await page.clock.runFor(2_000);
  expect(queryOf(page)).toBe("");
  await fieldOf(page).fill("お茶");
  await fieldOf(page).dispatchEvent("compositionend");
  await page.clock.runFor(2_000);
  await expect.poll(() => queryOf(page)).toBe(`?${new URLSearchParams({ q: "お茶" })}`);
});

test("[INBOX-17] the list is limited to one agent, and grows with what this one asks", async () => {
  await openInquiry(testServer, "Tea or coffee?");
  await openInquiry(testServer, "Cake or bread?", { agent: "timed" });
  const page = await openPage(testServer, { path: "/inbox" });
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await page.getByRole("combobox", { name: "Agent" }).selectOption("Timed");
  await expect.poll(() => questionsIn(page)).toEqual(["Cake or bread?"]);
  expect(queryOf(page)).toBe("?agent=timed");
  expect(await axeOf(page)).toEqual([]);
  await openInquiry(testServer, "Milk or water?");
  await openInquiry(testServer, "Now or later?", { agent: "timed" });
  await expect.poll(() => questionsIn(page)).toEqual(["Cake or bread?", "Now or later?"]);
});

test("[INBOX-18] the address holds view, search and filters; back and forward return to them", async () => {
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?", { agent: "timed" });
  await openInquiry(testServer, "Cake or bread?", { options: ["Yes", "No"] });
  const page = await openPage(testServer, { path: "/inbox" });
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  // One search is one step back, however many letters it has.
  await fieldOf(page).pressSequentially("coffee", { delay: 60 });
  await expect.poll(() => queryOf(page)).toBe("?q=coffee");
  await page.getByRole("combobox", { name: "Agent" }).selectOption("Timed");
  await expect.poll(() => queryOf(page)).toBe("?q=coffee&agent=timed");
  await rowOf(page, "Tea or coffee?").click();
  await page.waitForURL(`**/inbox/needs-you/${inquiryId}?q=coffee&agent=timed`);
  await page.getByRole("link", { name: "Done" }).click();
  await page.waitForURL("**/inbox/done?q=coffee&agent=timed");
  await page.reload();
  await page.locator(".ask-inbox-empty").getByText("Nothing found.").waitFor();
  expect(await fieldOf(page).inputValue()).toBe("coffee");
  await page.goBack();
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  await page.goBack();
  await page.goBack();
  await expect.poll(() => queryOf(page)).toBe("?q=coffee");
  await page.goBack();
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  expect(await fieldOf(page).inputValue()).toBe("");
  await page.goForward();
  await expect.poll(() => questionsIn(page)).toEqual(["Tea or coffee?"]);
  expect(await fieldOf(page).inputValue()).toBe("coffee");
});
