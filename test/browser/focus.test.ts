import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { isFocused, openAsked, openBeforeAsked, ownWordsOf } from "../support/asked-page.ts";
import { askOne } from "../support/asks.ts";
import { openStage } from "../support/stage.ts";
import { lookedAt } from "../support/tap.ts";

const stage = await openStage();
const closed = {
  name: "question",
  input: { question: "Tea or coffee?", options: [{ label: "Tea" }, { label: "Coffee" }], custom: false },
};

interface Stroke {
  readonly key: string;
  readonly code?: string;
  readonly altKey?: true;
  readonly ctrlKey?: true;
  readonly repeat?: true;
}

/** Presses keys without any time between them, which no driver of a browser can promise. */
async function strike(page: Page, ...strokes: readonly Stroke[]): Promise<void> {
  await page.evaluate((all) => {
    for (const stroke of all)
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...stroke }),
      );
  }, strokes);
}

test("[F-4] who sets a question aside to write instead is led to where one writes", async () => {
  const { page, card } = await openAsked(stage, askOne);
  // Keys that come with the card are not meant for it.
  await lookedAt(card);
  await card.getByRole("button", { name: "Write instead…" }).focus();
  await page.keyboard.press("Enter");
  const setAside = card.getByRole("button", { name: "Set aside" });
  await lookedAt(card);
  await setAside.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => isFocused(page.getByRole("textbox", { name: "Message", exact: true }))).toBe(true);
});

test("[F-2] a card that comes while nobody is busy takes the focus to its own words, and shows its beginning", async () => {
  const input = {
    context: "There is much to know before. ".repeat(60),
    questions: [{ question: "Tea or coffee?", options: ["Tea", "Coffee", "Milk"].map((label) => ({ label })) }],
  };
  const call = { name: "ask_user_question", input };
  const { card, ask } = await openBeforeAsked(stage, call, { height: 560 });
  await ask();
  await expect.poll(() => isFocused(ownWordsOf(card))).toBe(true);
  expect(
    await card.locator(".ask-body").evaluate((body) => [body.scrollTop, body.scrollHeight > body.clientHeight]),
  ).toEqual([0, true]);
});

test("[F-2] where only options can be chosen the focus goes to the group, and none is picked", async () => {
  const { card, ask } = await openBeforeAsked(stage, closed, { agent: "asker" });
  await ask();
  await expect.poll(() => isFocused(card.getByRole("group", { name: "Tea or coffee?" }))).toBe(true);
  expect(await card.getByRole("radio", { checked: true }).count()).toBe(0);
});

test("[F-2] on touch the focus goes to the heading, so that no keyboard opens", async () => {
  const { card, ask } = await openBeforeAsked(stage, askOne, { hasTouch: true });
  await ask();
  await expect.poll(() => isFocused(card.getByRole("heading", { name: "puppet asks" }))).toBe(true);
});

test("[F-3] a card that comes while somebody reads a selection moves nothing, and Alt+Q leads to it", async () => {
  const { page, card, ask } = await openBeforeAsked(stage, askOne);
  await page.getByText("Hello.", { exact: true }).selectText();
  await ask();
  expect(await card.evaluate((node) => node.contains(document.activeElement))).toBe(false);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("Hello.");
  await page.keyboard.press("Alt+q");
  expect(await isFocused(ownWordsOf(card))).toBe(true);
});

test("[F-8] folding gives the focus back to where it came from", async () => {
  const { page, card } = await openAsked(stage, askOne);
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.focus();
  await page.keyboard.press("Alt+q");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await card.getByRole("button", { name: "Answer: Tea or coffee?" }).waitFor();
  expect(await isFocused(composer)).toBe(true);
});

test("[K-3] Enter and digits that were on their way when the card was given the focus do nothing", async () => {
  const { scene, page, card } = await openAsked(stage, askOne);
  await ownWordsOf(card).fill("Water");
  await page.getByRole("textbox", { name: "Message", exact: true }).focus();
  await strike(page, { key: "q", code: "KeyQ", altKey: true }, { key: "Enter" });
  expect(await isFocused(ownWordsOf(card))).toBe(true);
  expect(await card.getAttribute("data-state")).toBe("pending");
  await strike(page, { key: "q", code: "KeyQ", altKey: true }, { key: "Escape" }, { key: "1", code: "Digit1" });
  expect(await card.getByRole("radio", { name: "Tea" }).isChecked()).toBe(false);
  expect((await stage.api.get(`/v1/conversations/${scene.id}`)).body.inquiry.status).toBe("open");
  await expect
    .poll(async () => {
      await page.keyboard.press("1");
      return card.getByRole("radio", { name: "Tea" }).isChecked();
    })
    .toBe(true);
});

test("[K-2] keys that are held down repeat neither Escape, Enter nor Ctrl+Enter", async () => {
  const { scene, page, card } = await openAsked(stage, askOne);
  await ownWordsOf(card).fill("Water");
  for (let count = 0; count < 5; count++) await page.keyboard.down("Escape");
  await page.keyboard.up("Escape");
  expect(await isFocused(ownWordsOf(card))).toBe(false);
  expect(await ownWordsOf(card).isVisible()).toBe(true);
  await ownWordsOf(card).focus();
  await strike(page, { key: "Enter", repeat: true }, { key: "Enter", repeat: true, ctrlKey: true });
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect((await stage.api.get(`/v1/conversations/${scene.id}`)).body.inquiry.status).toBe("open");
});
