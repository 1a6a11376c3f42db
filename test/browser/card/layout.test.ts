import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { openInquiryPage, ownWordsOf } from "../../harness/browser/inquiry-page.ts";
import { chooseMore } from "../../harness/browser/more-menu.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { review } from "../../harness/browser/pointer.ts";
import { askOne, askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const withPreview = {
  name: "ask_user_question",
  input: {
    context: "It is late.",
    questions: [
      {
        question: "Tea or coffee?",
        options: [
          { label: "Tea", description: "Green", preview: { kind: "markdown", text: "**Boil** the water" } },
          { label: "Coffee", description: "Black" },
        ],
      },
    ],
  },
};

async function boxOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { left: x, right: x + width, top: y, bottom: y + height, width, height };
}

test("[CARD-16] the question is the title of its card, above the context and the options", async () => {
  const { card } = await openInquiryPage(testServer, withPreview);
  const title = card.getByRole("heading", { level: 2 });
  expect(await title.textContent()).toBe("Tea or coffee?");
  const [question, context, option] = await Promise.all([
    boxOf(title),
    boxOf(card.getByText("It is late.", { exact: true })),
    boxOf(card.locator(".ask-option-row").first()),
  ]);
  expect(question.bottom).toBeLessThanOrEqual(context.top);
  expect(context.bottom).toBeLessThanOrEqual(option.top);
  expect(question.top - (await boxOf(card)).top).toBeLessThanOrEqual(16);
});

test("[CARD-16] a question of many lines scrolls in its title, which Tab reaches, and leaves the options in view", async () => {
  const questions = [{ ...askOne.input.questions[0], question: "Tea or coffee, and why? ".repeat(41).trim() }];
  const { page, card } = await openInquiryPage(testServer, { name: "ask_user_question", input: { questions } });
  const title = card.getByRole("heading", { level: 2 });
  await expect.poll(() => title.getAttribute("tabindex")).toBe("0");
  expect(await title.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  await card.getByRole("radio", { name: "Coffee" }).click({ trial: true });
  expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0);
  expect(await axeOf(page)).toEqual([]);
});

test("[CARD-18] options and own words are rows of one list without gaps, 44 to 60 px high", async () => {
  const { card } = await openInquiryPage(testServer, withPreview);
  const rows = await card.locator(".ask-option, .ask-own-words").all();
  const boxes = await Promise.all(rows.map(boxOf));
  expect(boxes).toHaveLength(3);
  for (const [index, { top, height, width }] of boxes.entries()) {
    expect(height).toBeGreaterThanOrEqual(44);
    expect(height).toBeLessThanOrEqual(61);
    expect(width).toBe(boxes[0]?.width);
    if (index > 0) expect(top).toBeCloseTo(boxes[index - 1]?.bottom ?? Number.NaN, 0);
  }
  expect(await ownWordsOf(card).getAttribute("placeholder")).toBe("Something else…");
  expect(await ownWordsOf(card).evaluate((field) => getComputedStyle(field).borderStyle)).toBe("none");
  const { height } = await boxOf(ownWordsOf(card));
  await ownWordsOf(card).click();
  await expect.poll(async () => (await boxOf(ownWordsOf(card))).height).toBeGreaterThan(height);
});

test("[CARD-19] a preview is beside the options in a wide chat, and own words and notes can be written", async () => {
  const { card } = await openInquiryPage(testServer, withPreview);
  await card.getByRole("button", { name: "Preview: Tea" }).click();
  const preview = card.locator(".ask-preview");
  await preview.getByText("Boil").waitFor();
  expect((await boxOf(preview)).left).toBeGreaterThanOrEqual((await boxOf(ownWordsOf(card))).right);
  await ownWordsOf(card).fill("Water");
  await chooseMore(card, "Add a comment");
  await card.getByRole("textbox", { name: "Comment" }).fill("with ice");
  expect((await boxOf(preview)).left).toBeGreaterThanOrEqual(
    (await boxOf(card.getByRole("textbox", { name: "Comment" }))).right,
  );
  expect(await preview.isVisible()).toBe(true);
});

test("[CARD-19] a card is wider only while a preview is shown in it", async () => {
  const [first] = withPreview.input.questions;
  const questions = [first, { question: "With milk?", options: [{ label: "Yes" }, { label: "No" }] }];
  const { card } = await openInquiryPage(testServer, { name: "ask_user_question", input: { questions } });
  const { width } = await boxOf(card);
  await card.getByRole("button", { name: "Preview: Tea" }).click();
  await card.locator(".ask-preview", { hasText: "Boil" }).waitFor();
  expect((await boxOf(card)).width).toBeGreaterThan(width);
  await card.getByRole("button", { name: "Next", exact: true }).click();
  await card.getByText("With milk?").first().waitFor();
  expect((await boxOf(card)).width).toBe(width);
});

test("[CARD-19] in a narrow window a preview is below its option, before the next one", async () => {
  const { card } = await openInquiryPage(testServer, withPreview, { width: 800 });
  await card.getByRole("button", { name: "Preview: Tea" }).click();
  const preview = await boxOf(card.locator(".ask-preview", { hasText: "Boil" }));
  expect(preview.top).toBeGreaterThanOrEqual((await boxOf(card.locator(".ask-option-row").first())).bottom - 1);
  expect(preview.bottom).toBeLessThanOrEqual((await boxOf(card.locator(".ask-option-row").last())).top);
});

test("[CARD-20] the footer has You decide, Skip, More and one primary button, and More has the rest", async () => {
  const { page, card } = await openInquiryPage(testServer, askTwo, { width: 390, height: 844, hasTouch: true });
  const buttons = card.locator(".ask-footer").getByRole("button");
  expect(await buttons.allTextContents()).toEqual(["You decide", "Skip", "More", "Next"]);
  expect(await card.locator(".ask-primary").count()).toBe(1);
  await card.getByRole("button", { name: "More", exact: true }).click();
  const items = page.getByRole("menuitem");
  await items.first().waitFor();
  expect(await items.allTextContents()).toEqual(["Add a note", "Reply in chat…", "Decline…", "Show all on one page"]);
  await page.getByRole("menuitem", { name: "Add a note" }).click();
  await card.getByRole("textbox", { name: "Note" }).and(page.locator(":focus")).waitFor();
});

test("[CARD-24] key caps are there for a mouse, and on touch only while keys move the focus", async () => {
  const { card: byMouse } = await openInquiryPage(testServer, askOne);
  expect(await byMouse.locator(".ask-key").allTextContents()).toEqual(["1", "2", "O"]);
  expect(await byMouse.locator(".ask-key").first().isVisible()).toBe(true);
  const { page, card } = await openInquiryPage(testServer, askOne, { hasTouch: true });
  expect(await card.locator(".ask-key").first().isVisible()).toBe(false);
  await card.getByRole("button", { name: "Fold the question" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await card.locator(".ask-key").first().waitFor();
});

test("[QUESTIONS-7] a card is named by the number of its questions at each step and in the review", async () => {
  const { page, card } = await openInquiryPage(testServer, askTwo);
  const region = page.getByRole("region", { name: "Scripted asks 2 questions", exact: true });
  await region.waitFor();
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("heading", { name: "Which extras?" }).waitFor();
  await region.waitFor();
  await review(card);
  await card.getByRole("heading", { name: "Review your answers" }).waitFor();
  await region.waitFor();
  const { page: other } = await openInquiryPage(testServer, askOne);
  await other.getByRole("region", { name: "Scripted asks: Tea or coffee?", exact: true }).waitFor();
});

test("[QUESTIONS-8] the marks of the questions are large enough to press", async () => {
  for (const [hasTouch, least] of [
    [false, 24],
    [true, 44],
  ] as const) {
    const { card } = await openInquiryPage(testServer, askTwo, { width: 390, hasTouch });
    const marks = card.getByRole("navigation", { name: "Questions" }).getByRole("button");
    expect(await marks.first().getAttribute("aria-label")).toBe("1: Storage, not answered");
    for (const mark of await marks.all()) {
      const { width, height } = await boxOf(mark);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(least);
    }
  }
});

test("[LOOK-15] one ring at a time is drawn while Tab goes through a card", async () => {
  const { page, card } = await openInquiryPage(testServer, withPreview);
  await card.getByRole("heading", { level: 2 }).focus();
  for (let count = 0; count < 12; count++) {
    await page.keyboard.press("Tab");
    const rings = await card.evaluate(
      (node) =>
        [node, ...node.querySelectorAll("*")].filter((element) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          return outlineStyle !== "none" && outlineWidth !== "0px";
        }).length,
    );
    const isInside = await card.evaluate((node) => node.contains(document.activeElement));
    expect(rings).toBe(isInside ? 1 : 0);
  }
});
