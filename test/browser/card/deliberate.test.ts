import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { answerQuickly, emptyInbox, openInquiry, rowOf } from "../../harness/browser/inbox.ts";
import { isFocused, openInquiryPage } from "../../harness/browser/inquiry-page.ts";
import { chooseMore } from "../../harness/browser/more-menu.ts";
import { pressAtOnce, tap, tapAtOnce, waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { askOne, askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer, type TestConversation } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

async function statusOf(conversation: TestConversation): Promise<string> {
  return (await testServer.api.get(`/v1/conversations/${conversation.id}`)).body.inquiry?.status;
}

test("[CARD-11] on a card that was just unfolded a tap only picks, until the card has been in view for a while", async () => {
  const { conversation, card } = await openInquiryPage(testServer, askOne);
  await waitUntilDeliberate(card);
  await card.getByRole("button", { name: "Fold the question" }).click();
  await waitUntilDeliberate(card);
  await tapAtOnce(card, "Tea", { after: "[data-focus=unfold]" });
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  expect(await statusOf(conversation)).toBe("open");
  await tap(card, "Coffee");
  await card.getByRole("button", { name: "Undo" }).waitFor();
});

test("[CARD-11] on a card that came back by Undo a tap only picks", async () => {
  const { conversation, card } = await openInquiryPage(testServer, askOne);
  await tap(card, "Tea");
  await card.getByRole("button", { name: "Undo" }).waitFor();
  await tapAtOnce(card, "Coffee", { after: ".ask-held button" });
  await card.getByRole("radio", { name: "Coffee", checked: true }).waitFor();
  expect(await statusOf(conversation)).toBe("open");
});

test("[CARD-11] on a card that text has just moved a tap only picks", async () => {
  const { conversation, card } = await openInquiryPage(testServer, askOne);
  await waitUntilDeliberate(card);
  await card.evaluate((node) => {
    node.style.translate = "0 20px";
  });
  await tapAtOnce(card, "Tea");
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  expect(await statusOf(conversation)).toBe("open");
});

test("[CARD-11] a long press that focuses the window only picks", async () => {
  const { conversation, card } = await openInquiryPage(testServer, askOne);
  await waitUntilDeliberate(card);
  await card.evaluate(() => window.dispatchEvent(new FocusEvent("focus")));
  await tapAtOnce(card, "Tea", { heldFor: 500 });
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  expect(await statusOf(conversation)).toBe("open");
});

test("[CARD-11] a long press on a card that was in view long enough answers as a short one does", async () => {
  const { card } = await openInquiryPage(testServer, askOne);
  await waitUntilDeliberate(card);
  await tapAtOnce(card, "Tea", { heldFor: 500 });
  await card.getByRole("button", { name: "Undo" }).waitFor();
});

test("[CARD-11] a press that the browser takes for scrolling answers nothing, also when it is released later", async () => {
  const { conversation, card } = await openInquiryPage(testServer, askOne);
  await waitUntilDeliberate(card);
  await card.locator(".ask-option-row", { hasText: "Tea" }).evaluate((row) => {
    for (const type of ["pointerdown", "pointercancel", "pointerup"])
      row.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0 }));
    row.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  expect(await statusOf(conversation)).toBe("open");
});

const decide = ".ask-footer > .ask-quiet:first-child";

test("[CARD-15] a click on You decide that focuses the window does nothing else, and a second one decides", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askTwo);
  const button = card.getByRole("button", { name: "You decide" });
  await waitUntilDeliberate(card);
  await button.hover();
  await page.evaluate(() => window.dispatchEvent(new FocusEvent("focus")));
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(() => isFocused(button)).toBe(true);
  expect(await statusOf(conversation)).toBe("open");
  await waitUntilDeliberate(card);
  await button.click();
  await card.getByText("You let scripted decide").waitFor();
});

test("[CARD-15] You decide ignores a press on a card that has just moved, or on a button that has just appeared", async () => {
  const { conversation, card } = await openInquiryPage(testServer, askTwo);
  await waitUntilDeliberate(card);
  await card.evaluate((node) => {
    node.style.translate = "0 20px";
  });
  await pressAtOnce(card, decide);
  await waitUntilDeliberate(card);
  expect(await card.getAttribute("data-state")).toBe("pending");
  await chooseMore(card, "Decline…");
  await waitUntilDeliberate(card);
  await pressAtOnce(card, ".ask-settle .ask-button", decide);
  await waitUntilDeliberate(card);
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(await statusOf(conversation)).toBe("open");
});

test("[CARD-15] You decide is pressed by a key at any time", async () => {
  const { page, card } = await openInquiryPage(testServer, askTwo);
  await waitUntilDeliberate(card);
  await card.evaluate((node) => {
    node.style.translate = "0 20px";
  });
  await card.getByRole("button", { name: "You decide" }).focus();
  await page.keyboard.press("Enter");
  await card.getByText("You let scripted decide").waitFor();
});

test("[CARD-15] a double click on Decline only asks for the reason", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askTwo);
  await card.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Decline…" }).evaluate(async (item: HTMLElement) => {
    const confirm = () => document.querySelector<HTMLElement>(".ask-settle .ask-danger");
    item.click();
    while (!confirm()) await new Promise(requestAnimationFrame);
    confirm()?.click();
  });
  await waitUntilDeliberate(card);
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(await statusOf(conversation)).toBe("open");
  await card.getByRole("button", { name: "Decline", exact: true }).click();
  await card.getByText("You declined to answer").waitFor();
});

test("[INBOX-4] a quick answer of a row that has just moved under the pointer is not sent", async () => {
  await emptyInbox(testServer);
  const first = await openInquiry(testServer, "The first?");
  const second = await openInquiry(testServer, "The second?");
  const page = await openPage(testServer, { path: "/inbox" });
  const row = rowOf(page, "The second?");
  const button = row.getByRole("button", { name: "Tea" });
  await row.hover();
  await waitUntilDeliberate(button);
  await testServer.api.post(`/v1/inquiries/${first.inquiryId}/answer`, {
    answers: [{ question: "q1", options: ["o1"] }],
  });
  // The press happens in the frame in which the row has moved up.
  await row.evaluate(async (element) => {
    const { top } = element.getBoundingClientRect();
    while (element.getBoundingClientRect().top === top) await new Promise(requestAnimationFrame);
    const [quick] = element.querySelectorAll<HTMLElement>(".ask-quick");
    const pointer = { bubbles: true, isPrimary: true, button: 0, buttons: 1, pointerType: "mouse", detail: 1 };
    quick?.dispatchEvent(new PointerEvent("pointerdown", pointer));
    quick?.dispatchEvent(new PointerEvent("pointerup", { ...pointer, buttons: 0 }));
    quick?.dispatchEvent(new PointerEvent("click", pointer));
  });
  await waitUntilDeliberate(row);
  expect(await statusOf(second.conversation)).toBe("open");
  await answerQuickly(row, "Tea");
  await page.getByRole("button", { name: "Undo" }).waitFor();
});
