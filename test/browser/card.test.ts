import { expect, test } from "vitest";
import { cardOn, goesOn, isFocused, openAsked, ownWordsOf } from "../support/asked-page.ts";
import { askOne, askTwo } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { showMoreOptions } from "../support/more-options.ts";
import { tooWide } from "../support/page-checks.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();
const named = (count: number) => Array.from({ length: count }, (_, n) => ({ label: `Option ${n + 1}` }));

test("[C-2] header and footer stay in view, and only the body scrolls", async () => {
  const input = { context: "Much to know. ".repeat(250), questions: askTwo.input.questions };
  const { page, card } = await openAsked(stage, { name: "ask_user_question", input }, { height: 600 });
  await card.getByRole("button", { name: "Show all" }).click();
  const body = card.locator(".ask-body");
  await body.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  expect(await body.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  const box = await card.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(421);
  await card.getByRole("heading", { name: /asks/ }).click({ trial: true });
  await card.getByRole("button", { name: "Next" }).click({ trial: true });
  expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0);
});

test("[C-4] another pick keeps the own words, dimmed and not sent; clearing them unchooses them", async () => {
  const { scene, card } = await openAsked(stage, askOne);
  const words = card.getByRole("radio", { name: "In your own words" });
  await ownWordsOf(card).fill("Water");
  expect(await words.isChecked()).toBe(true);
  await card.getByRole("radio", { name: "Tea" }).check();
  await card.getByText("Kept, will not be sent").waitFor();
  expect([await words.isChecked(), await ownWordsOf(card).inputValue()]).toEqual([false, "Water"]);
  await ownWordsOf(card).fill("");
  expect(await words.isChecked()).toBe(false);
  expect(scene.prompts()).toHaveLength(1);
});

test("[C-5] a recommendation is a badge with its reason: nothing is picked by it, and the order stays", async () => {
  const options = [{ label: "Tea" }, { label: "Coffee", recommended: "You look tired" }];
  const questions = [{ question: "Tea or coffee?", options }];
  const { card } = await openAsked(stage, { name: "ask_user_question", input: { questions } });
  await card.getByText("Recommended · You look tired").waitFor();
  expect(await card.locator(".ask-option-label .ask-plain").allTextContents()).toEqual(["Tea", "Coffee"]);
  expect(await card.getByRole("radio", { checked: true }).count()).toBe(0);
});

test("[C-8] a folded card is a line with its question; the draft is there when it is opened", async () => {
  const { page, card } = await openAsked(stage, askOne);
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Fold the question" }).click();
  await card.locator(".ask-folded").getByText("Tea or coffee?").waitFor();
  expect(await card.getByRole("radio").count()).toBe(0);
  await card.getByRole("button", { name: "Answer: Tea or coffee?" }).click();
  expect(await ownWordsOf(card).inputValue()).toBe("Water");
  expect(await isFocused(card.getByRole("group", { name: "Tea or coffee?" }))).toBe(true);
  expect(await page.locator("section[data-state=pending]").count()).toBe(1);
});

test("[C-9] the menu copies the question as text, as markdown and as a link to it, and opens the shortcuts", async () => {
  const { page, card } = await openAsked(stage, askTwo);
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

test("[C-10] ten options have a filter that says how many are shown, and keeps what is picked in sight", async () => {
  const input = { question: "Which one?", options: named(10) };
  const { card } = await openAsked(stage, { name: "question", input }, { agent: "asker" });
  await card.getByRole("radio", { name: "Option 3" }).check();
  await card.getByRole("textbox", { name: "Filter the options" }).fill("option 10");
  await card.getByText("2 of 10 shown").waitFor();
  expect(await card.locator(".ask-option-label").allTextContents()).toEqual(["Option 3", "Option 10"]);
});

test("[C-10] with 200 options at 320 px Send is in reach, and nothing scrolls sideways", async () => {
  const scene = await stage.play("puppet", [{ calls: [askOne] }, { text: "Thank you." }]);
  await scene.asked();
  const page = await openPage(stage, { width: 320, height: 640 });
  await showMoreOptions(page, 200);
  await page.goto(`${stage.server.url}/c/${scene.id}`);
  const card = cardOn(page);
  await card.getByText("200 of 200 shown").waitFor();
  await card.getByRole("button", { name: "Send", exact: true }).click({ trial: true });
  expect(await tooWide(page)).toEqual([]);
  await card.getByRole("textbox", { name: "Filter the options" }).fill("199");
  await card.getByText("1 of 200 shown").waitFor();
  await card.getByRole("radio", { name: "Option 199" }).check();
  await card.getByRole("button", { name: "Send", exact: true }).click({ trial: true });
  expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0);
});

test("[C-14] an approval shows the exact call, what hides in it too, and one tap does not allow it", async () => {
  const line = "rm -rf \u202Eelif\u202C/";
  const call = { name: "note", input: { line } };
  const { scene, page, card } = await openAsked(stage, call, { agent: "careful" });
  await card.getByRole("heading", { name: "careful asks for approval" }).waitFor();
  await page.locator(".ask-tool", { hasText: "note" }).getByText("waits for approval").waitFor();
  expect(await card.locator(".ask-call pre").textContent()).toBe('{\n  "line": "rm -rf \\u202eelif\\u202c/"\n}');
  const inTranscript = page.locator(".ask-tool pre").first();
  expect(await inTranscript.textContent()).toBe(await card.locator(".ask-call pre").textContent());
  const allow = card.getByRole("radio").first();
  await allow.click();
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect((await stage.api.get(`/v1/conversations/${scene.id}`)).body.inquiry.status).toBe("open");
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await card.getByText("You allowed this").waitFor();
  await goesOn(page);
});
