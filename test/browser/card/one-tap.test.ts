import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { openInquiryPage, waitForThanks } from "../../harness/browser/inquiry-page.ts";
import { chooseMore } from "../../harness/browser/more-menu.ts";
import { pick } from "../../harness/browser/pick-option.ts";
import { tap, waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer, type TestConversation } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

/** Whether the server has no answer, not even a held one. */
async function isStillOpen(conversation: TestConversation): Promise<boolean> {
  return (await testServer.api.get(`/v1/conversations/${conversation.id}`)).body.inquiry?.status === "open";
}

async function middleOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

test("[CARD-11] a tap is held, taken back, changed and sent once", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne);
  await tap(card, "Tea");
  await card.getByText("Your answer will be sent in").waitFor();
  await card.getByRole("button", { name: "Undo" }).click();
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  await pick(card, "Coffee");
  expect(await isStillOpen(conversation)).toBe(true);
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await waitForThanks(page);
  expect(conversation.prompts()).toHaveLength(2);
  expect(conversation.newMessages()).toMatchObject([{ text: '{"answers":{"Tea or coffee?":"Coffee"}}' }]);
});

test("[SEND-3] a held answer can be undone by Ctrl+Z, given again by a tap, and undone after a reload", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  await tap(card, "Tea");
  await card.getByRole("button", { name: "Undo" }).waitFor();
  await page.keyboard.press("Control+z");
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  await tap(card, "Tea");
  await card.getByRole("button", { name: "Undo" }).waitFor();
  await page.reload();
  await card.getByRole("button", { name: "Undo" }).click();
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
});

test("[CARD-11] the click that focuses the window only picks", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne);
  await waitUntilDeliberate(card);
  const radio = card.getByRole("radio", { name: "Tea" });
  const { x, y } = await middleOf(radio);
  await page.mouse.move(x, y);
  await page.evaluate(() => window.dispatchEvent(new FocusEvent("focus")));
  await page.mouse.down();
  await page.mouse.up();
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(await isStillOpen(conversation)).toBe(true);
});

test("[CARD-11] a press that slips to another row answers nothing", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne);
  await waitUntilDeliberate(card);
  const from = await middleOf(card.getByText("Tea", { exact: true }));
  const to = await middleOf(card.getByText("Coffee", { exact: true }));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  expect(await card.getByRole("radio", { checked: true }).count()).toBe(0);
  expect(await isStillOpen(conversation)).toBe(true);
});

test("[CARD-3] text that is selected in an option picks nothing, and a digit afterwards only picks", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne);
  await waitUntilDeliberate(card);
  const { x, y, width, height } = (await card.getByText("Coffee", { exact: true }).boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  await page.mouse.move(x + 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 2, y + height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain("offe");
  expect(await card.getByRole("radio", { checked: true }).count()).toBe(0);
  await card.getByRole("heading").first().focus();
  await page.keyboard.press("2");
  await card.getByRole("radio", { name: "Coffee", checked: true }).waitFor();
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(await isStillOpen(conversation)).toBe(true);
});

test("[CARD-11] with a comment or an open preview a tap only picks", async () => {
  const options = [{ label: "Tea", preview: { kind: "code", text: "boil()" } }, { label: "Coffee" }];
  const call = { name: "ask_user_question", input: { questions: [{ question: "Tea or coffee?", options }] } };
  const { conversation, card } = await openInquiryPage(testServer, call);
  const preview = card.getByRole("button", { name: "Preview: Tea" });
  await preview.click();
  await card.getByText("boil()").waitFor();
  await tap(card, "Coffee");
  await card.getByRole("radio", { name: "Coffee", checked: true }).waitFor();
  await preview.click();
  await chooseMore(card, "Add a comment");
  await card.getByRole("textbox", { name: "Comment" }).fill("without milk");
  await tap(card, "Tea");
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(await isStillOpen(conversation)).toBe(true);
});
