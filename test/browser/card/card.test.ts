import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { cardOn, isFocused, openInquiryPage, ownWordsOf } from "../../harness/browser/inquiry-page.ts";
import { chooseMore } from "../../harness/browser/more-menu.ts";
import { showMoreOptions } from "../../harness/browser/more-options.ts";
import { tooWide } from "../../harness/browser/page-checks.ts";
import { askOne, askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const named = (count: number) => Array.from({ length: count }, (_, n) => ({ label: `Option ${n + 1}` }));

test("[CARD-2] header and footer stay in view, and only the body scrolls", async () => {
  const input = { context: "Much to know. ".repeat(250), questions: askTwo.input.questions };
  const { page, card } = await openInquiryPage(testServer, { name: "ask_user_question", input }, { height: 600 });
  await card.getByRole("button", { name: "Show context" }).click();
  const body = card.locator(".ask-body");
  await body.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  expect(await body.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  const box = await card.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(421);
  await card.getByRole("heading", { name: "Which database?" }).click({ trial: true });
  await card.getByRole("button", { name: "Next" }).click({ trial: true });
  expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0);
});

test("[CARD-4] [S0-31] another pick keeps the own words, dimmed and not sent; clearing them unchooses them", {
  tags: "smoke",
}, async () => {
  const { conversation, card } = await openInquiryPage(testServer, askOne);
  const words = card.getByRole("radio", { name: "Something else…" });
  await ownWordsOf(card).fill("Water");
  expect(await words.isChecked()).toBe(true);
  await card.getByRole("radio", { name: "Tea" }).check();
  await card.getByText("Kept, will not be sent").waitFor();
  expect([await words.isChecked(), await ownWordsOf(card).inputValue()]).toEqual([false, "Water"]);
  await ownWordsOf(card).fill("");
  expect(await words.isChecked()).toBe(false);
  expect(conversation.prompts()).toHaveLength(1);
});

test("[CARD-5] a recommendation is a mark with its reason: nothing is picked by it, and the order stays", {
  tags: "smoke",
}, async () => {
  const options = [{ label: "Tea" }, { label: "Coffee", recommended: "You look tired" }];
  const questions = [{ question: "Tea or coffee?", options }];
  const { card } = await openInquiryPage(testServer, { name: "ask_user_question", input: { questions } });
  await card.getByText("Recommended · You look tired").waitFor();
  expect(await card.locator(".ask-option-label .ask-plain").allTextContents()).toEqual(["Tea", "Coffee"]);
  expect(await card.getByRole("radio", { checked: true }).count()).toBe(0);
});

test("[CARD-8] a folded card is a line with its question; the draft is there when it is opened", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Fold the question" }).click();
  await card.getByRole("heading", { name: "Tea or coffee?" }).waitFor();
  expect(await card.getByRole("radio").count()).toBe(0);
  await card.getByRole("button", { name: "Answer: Tea or coffee?" }).click();
  expect(await ownWordsOf(card).inputValue()).toBe("Water");
  expect(await isFocused(card.getByRole("group", { name: "Tea or coffee?" }))).toBe(true);
  expect(await page.locator("section[data-state=pending]").count()).toBe(1);
});

test("[CARD-9] the menu copies the question as text, as markdown and as a link to it, and opens the shortcuts", async () => {
  const { page, card } = await openInquiryPage(testServer, askTwo);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const choose = async (item: string) => {
    await card.getByRole("button", { name: "More about this question" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.getByRole("menu").waitFor({ state: "detached" });
  };
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await choose("Copy question");
  await expect.poll(copied).toContain("Which database?\n1. SQLite: One file\n2. Postgres");
  await choose("Copy as markdown");
  await expect.poll(copied).toContain("### Storage\n\nWhich database?\n\n- **SQLite**: One file");
  await choose("Shortcuts");
  const sheet = page.getByRole("dialog", { name: "Shortcuts" });
  await sheet.getByText("Send from anywhere in the card").waitFor();
  await sheet.getByRole("button", { name: "Close" }).click();
  await sheet.waitFor({ state: "detached" });
  await choose("Copy link");
  await expect.poll(copied).toMatch(/^http/);
  await page.goto(await copied());
  await page.waitForURL("**/c/*");
  await card.getByRole("radio", { name: "SQLite" }).waitFor();
});

test("[CARD-10] ten options have a filter that says how many are shown, and keeps what is picked in sight", async () => {
  const input = { question: "Which one?", options: named(10) };
  const { card } = await openInquiryPage(testServer, { name: "question", input }, { agent: "asker" });
  await card.getByRole("radio", { name: "Option 3" }).check();
  await card.getByRole("textbox", { name: "Filter the options" }).fill("option 10");
  await card.getByText("2 of 10 shown").waitFor();
  expect(await card.locator(".ask-option-label").allTextContents()).toEqual(["Option 3", "Option 10"]);
});

test("[CARD-10] with 200 options at 320 px Send is in reach, and nothing scrolls sideways", async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }, { text: "Thank you." }]);
  await conversation.waitForInquiry();
  const page = await openPage(testServer, { width: 320, height: 640 });
  await showMoreOptions(page, 200);
  await page.goto(`${testServer.server.url}/c/${conversation.id}`);
  const card = cardOn(page);
  await card.getByText("200 of 200 shown").waitFor();
  await card.getByRole("button", { name: "Submit answer", exact: true }).click({ trial: true });
  expect(await tooWide(page)).toEqual([]);
  await card.getByRole("textbox", { name: "Filter the options" }).fill("199");
  await card.getByText("1 of 200 shown").waitFor();
  await card.getByRole("radio", { name: "Option 199" }).check();
  await card.getByRole("button", { name: "Submit answer", exact: true }).click({ trial: true });
  expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0);
});

test("[CARD-38] [S0-05, S0-29, S0-30, S0-31, S1-02] each question shows its label and its text, radio buttons for one answer, checkboxes for several, and a field", {
  tags: "smoke",
}, async () => {
  const { card } = await openInquiryPage(testServer, askTwo);
  await card.getByText("Storage", { exact: true }).click({ trial: true });
  await card.getByRole("heading", { name: "Which database?" }).click({ trial: true });
  for (const name of ["SQLite", "Postgres"]) expect(await card.getByRole("radio", { name }).count()).toBe(1);
  expect(await card.getByRole("checkbox").count()).toBe(0);
  await ownWordsOf(card).waitFor();
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("heading", { name: "Which extras?" }).waitFor();
  for (const name of ["Backups", "Metrics", "Traces"])
    expect(await card.getByRole("checkbox", { name }).count()).toBe(1);
  expect(await card.getByRole("radio").count()).toBe(0);
  await ownWordsOf(card).waitFor();
  await chooseMore(card, "Show all on one page");
  await card.getByRole("group", { name: "Storage Which database?" }).waitFor();
  await card.getByRole("group", { name: "Which extras?" }).waitFor();
});
