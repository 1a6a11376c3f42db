import { expect, test } from "vitest";
import { recordAnnouncements } from "../../harness/browser/announcements.ts";
import { cardOn, isFocused, openInquiryPage, ownWordsOf, waitForThanks } from "../../harness/browser/inquiry-page.ts";
import { chooseMore } from "../../harness/browser/more-menu.ts";
import { pick } from "../../harness/browser/pick-option.ts";
import { tap } from "../../harness/browser/pointer.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[CARD-21] a held answer will be sent, and is answered when it was; it is announced in the same words", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  const announcements = await recordAnnouncements(page);
  await tap(card, "Tea");
  await card.getByText(/^Your answer will be sent in \d s$/).waitFor();
  expect(await card.getByText(/sent/i).count()).toBe(1);
  expect(await page.getByRole("region", { name: /^Your answer will be sent in a moment/ }).count()).toBe(1);
  await expect.poll(announcements).toContain("polite: Your answer will be sent in 5 seconds. Undo is available.");
  await card.getByRole("button", { name: "Send now" }).click();
  await card.getByText(/^You answered · /).waitFor();
  expect(await card.getByText(/sent/i).count()).toBe(0);
});

test("[CARD-12] [S3-14, S4-15] a resolved card has the question and the answer in two lines, and all options on request", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  await pick(card, "Coffee");
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await waitForThanks(page);
  await card.getByText("Coffee", { exact: true }).first().waitFor();
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(88);
  expect(await card.getByText("Tea", { exact: true }).isVisible()).toBe(false);
  await card.getByRole("button", { name: "Show all options" }).click();
  await card.getByText("Tea", { exact: true }).click({ trial: true });
  await card.getByRole("listitem").filter({ hasText: "Coffee" }).getByText("chosen").waitFor({ state: "attached" });
  await card.getByRole("button", { name: "Hide options" }).click();
  expect(await card.getByText("Tea", { exact: true }).isVisible()).toBe(false);
});

test("[CARD-22] [S3-16] a card that a message answered shows the message", { tags: "smoke" }, async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill("Neither, thank you");
  await composer.press("Enter");
  await card.getByText("Answered by your message").waitFor();
  await card.getByText("Neither, thank you").waitFor();
});

test("[CARD-22] [S3-16] the inbox shows it too", async () => {
  const { conversation, page, path } = await openInquiryPage(testServer, askOne);
  await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Rather water" });
  await waitForThanks(page);
  await page.goto(new URL(`/inbox/done/${path.split("/").at(-1)}`, page.url()).href);
  await cardOn(page).getByText("Rather water", { exact: true }).waitFor();
});

test("[CARD-37] [S4-16] one question is answered with a comment, by the button Submit answer", {
  tags: "smoke",
}, async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne);
  await pick(card, "Coffee");
  await chooseMore(card, "Add a comment");
  const comment = card.getByRole("textbox", { name: "Comment" });
  await comment.and(page.locator(":focus")).waitFor();
  await comment.fill("without milk");
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await waitForThanks(page);
  await card.getByText("without milk", { exact: true }).waitFor();
  expect(conversation.newMessages()).toMatchObject([
    { text: '{"answers":{"Tea or coffee?":"Coffee"},"comment":"without milk"}' },
  ]);
});

test("[CARD-37] a comment of an earlier visit can be deleted and written anew", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  await chooseMore(card, "Add a comment");
  const comment = card.getByRole("textbox", { name: "Comment" });
  const saved = page.waitForResponse((response) => response.url().endsWith("/draft") && response.ok());
  await comment.fill("without milk");
  await saved;
  await page.reload();
  await expect.poll(() => comment.inputValue()).toBe("without milk");
  await comment.fill("");
  await comment.pressSequentially("with milk");
  expect(await comment.inputValue()).toBe("with milk");
});

test.each([
  { width: 1280, height: 720, hasTouch: false },
  { width: 390, height: 844, hasTouch: true },
])(
  "[CARD-23] at $width x $height somebody who is overtaken while writing sees by whom and by what",
  {
    tags: "smoke",
  },
  async (size) => {
    const { page, card, path } = await openInquiryPage(testServer, askOne, { as: "colleague", ...size });
    const field = ownWordsOf(card);
    await field.fill("Water");
    const composer = page.getByRole("textbox", { name: "Message", exact: true });
    await testServer.api.post(`${path}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
    const box = card.locator(".ask-recovered", { hasText: "Water" });
    await box.getByText(/^Owner answered · /).waitFor();
    await box.getByText("Coffee", { exact: true }).waitFor();
    expect(await isFocused(field)).toBe(true);
    const isSeen = () =>
      box.getByText(/^Owner answered · /).evaluate((line) => {
        const { left, top, bottom } = line.getBoundingClientRect();
        return line.contains(document.elementFromPoint(left + 2, (top + bottom) / 2));
      });
    await expect.poll(isSeen).toBe(true);
    await composer.focus();
    await field.waitFor({ state: "detached" });
    await card.getByText("Coffee", { exact: true }).first().waitFor();
    await card.locator(".ask-recovered", { hasText: "Water" }).waitFor();
  },
);

test("[CARD-23] who answered is brought into view for somebody who looks at the card and is elsewhere with the focus", async () => {
  const size = { width: 390, height: 500, hasTouch: true };
  const { page, card, path } = await openInquiryPage(testServer, askOne, { as: "colleague", ...size });
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.focus();
  // Only the end of the card is left in view.
  await card.evaluate((node) => {
    const scroller = node.closest(".ask-chat-scroll");
    const { bottom } = node.getBoundingClientRect();
    scroller?.scrollBy(0, bottom - scroller.getBoundingClientRect().top - 60);
  });
  await testServer.api.post(`${path}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  const outcome = card.getByText(/^Owner answered · /);
  await outcome.waitFor();
  const isSeen = () =>
    outcome.evaluate((line) => {
      const { left, top, bottom } = line.getBoundingClientRect();
      return line.contains(document.elementFromPoint(left + 2, (top + bottom) / 2));
    });
  await expect.poll(isSeen).toBe(true);
  expect(await isFocused(composer)).toBe(true);
});
