import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { isFocused, openInquiryPage, openPageBeforeInquiry, ownWordsOf } from "../../harness/browser/inquiry-page.ts";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
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

/** Presses keys within the page without a delay between them, which a browser driver cannot guarantee. */
async function strike(page: Page, ...strokes: readonly Stroke[]): Promise<void> {
  await page.evaluate((all) => {
    for (const stroke of all)
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...stroke }),
      );
  }, strokes);
}

test("[FOCUS-4] setting a question aside moves the focus to the composer", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  // Keys pressed when the card appears are not meant for it.
  await waitUntilDeliberate(card);
  await card.getByRole("button", { name: "More", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Reply in chat…" }).focus();
  await page.keyboard.press("Enter");
  const setAside = card.getByRole("button", { name: "Reply in chat", exact: true });
  await waitUntilDeliberate(card);
  await setAside.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => isFocused(page.getByRole("textbox", { name: "Message", exact: true }))).toBe(true);
});

test("[FOCUS-2] [S3-18] a card that appears while the reader is idle focuses its own-words field, and shows its beginning", async () => {
  const input = {
    context: "There is much to know before. ".repeat(60),
    questions: [
      {
        question: "Tea or coffee?",
        options: ["Tea", "Coffee", "Milk", "Juice"].map((label) => ({ label, description: "In a cup" })),
      },
    ],
  };
  const call = { name: "ask_user_question", input };
  const { card, ask } = await openPageBeforeInquiry(testServer, call, { height: 500 });
  await ask();
  await expect.poll(() => isFocused(ownWordsOf(card))).toBe(true);
  expect(
    await card.locator(".ask-body").evaluate((body) => [body.scrollTop, body.scrollHeight > body.clientHeight]),
  ).toEqual([0, true]);
});

test("[FOCUS-2] where only options can be chosen the focus goes to the group, and none is picked", async () => {
  const { card, ask } = await openPageBeforeInquiry(testServer, closed, { agent: "asker" });
  await ask();
  await expect.poll(() => isFocused(card.getByRole("group", { name: "Tea or coffee?" }))).toBe(true);
  expect(await card.getByRole("radio", { checked: true }).count()).toBe(0);
});

test("[FOCUS-2] on touch the focus goes to the heading, so that no keyboard opens", async () => {
  const { card, ask } = await openPageBeforeInquiry(testServer, askOne, { hasTouch: true });
  await ask();
  await expect.poll(() => isFocused(card.getByRole("heading", { name: "Tea or coffee?" }))).toBe(true);
});

test("[FOCUS-3] a card that appears while text is selected moves nothing, and Alt+Q leads to it", {
  tags: "smoke",
}, async () => {
  const { page, card, ask } = await openPageBeforeInquiry(testServer, askOne);
  await page.getByText("Hello.", { exact: true }).selectText();
  await ask();
  expect(await card.evaluate((node) => node.contains(document.activeElement))).toBe(false);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("Hello.");
  await page.keyboard.press("Alt+q");
  expect(await isFocused(ownWordsOf(card))).toBe(true);
});

test("[FOCUS-8] folding gives the focus back to where it came from", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.focus();
  await page.keyboard.press("Alt+q");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await card.getByRole("button", { name: "Answer: Tea or coffee?" }).waitFor();
  expect(await isFocused(composer)).toBe(true);
});

test("[KEYS-3] Enter and digits pressed right when the card gets the focus do nothing", {
  tags: "smoke",
}, async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne);
  await ownWordsOf(card).fill("Water");
  await page.getByRole("textbox", { name: "Message", exact: true }).focus();
  await strike(page, { key: "q", code: "KeyQ", altKey: true }, { key: "Enter" });
  expect(await isFocused(ownWordsOf(card))).toBe(true);
  expect(await card.getAttribute("data-state")).toBe("pending");
  await strike(page, { key: "q", code: "KeyQ", altKey: true }, { key: "Escape" }, { key: "1", code: "Digit1" });
  expect(await card.getByRole("radio", { name: "Tea" }).isChecked()).toBe(false);
  expect((await testServer.api.get(`/v1/conversations/${conversation.id}`)).body.inquiry.status).toBe("open");
  await expect
    .poll(async () => {
      await page.keyboard.press("1");
      return card.getByRole("radio", { name: "Tea" }).isChecked();
    })
    .toBe(true);
});

test("[KEYS-2] keys that are held down repeat neither Escape, Enter nor Ctrl+Enter", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne);
  await ownWordsOf(card).fill("Water");
  for (let count = 0; count < 5; count++) await page.keyboard.down("Escape");
  await page.keyboard.up("Escape");
  expect(await isFocused(ownWordsOf(card))).toBe(false);
  expect(await ownWordsOf(card).isVisible()).toBe(true);
  await ownWordsOf(card).focus();
  await strike(page, { key: "Enter", repeat: true }, { key: "Enter", repeat: true, ctrlKey: true });
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect((await testServer.api.get(`/v1/conversations/${conversation.id}`)).body.inquiry.status).toBe("open");
});
