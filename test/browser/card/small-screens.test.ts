import { expect, test } from "vitest";
import { openInquiryPage, openPageBeforeInquiry, ownWordsOf } from "../../harness/browser/inquiry-page.ts";
import { chooseMore } from "../../harness/browser/more-menu.ts";
import { tooWide } from "../../harness/browser/page-checks.ts";
import { review } from "../../harness/browser/pointer.ts";
import { askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test.each([
  { width: 360, height: 640, hasTouch: true },
  { width: 640, height: 480, hasTouch: true },
  { width: 320, height: 480, hasTouch: false },
  { width: 1280, height: 500, hasTouch: false },
])("[CARD-2] in a window of $width × $height every button of a card can be pressed", async (size) => {
  const { page, card } = await openInquiryPage(testServer, askTwo, size);
  await card.getByRole("radio", { name: "Postgres" }).click({ trial: true });
  await ownWordsOf(card).click({ trial: true });
  await card.getByRole("button", { name: "Skip" }).click({ trial: true });
  await chooseMore(card, "Decline…");
  await card.getByRole("button", { name: "Decline", exact: true }).click({ trial: true });
  await card.getByRole("button", { name: "Cancel" }).click();
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("checkbox", { name: "Traces" }).check();
  await review(card);
  await card.getByRole("textbox", { name: "Comment" }).click({ trial: true });
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await card.getByRole("button", { name: "Go to the first gap" }).click({ trial: true });
  await card.getByRole("button", { name: "Send 1 answer" }).click({ trial: true });
  expect(await tooWide(page)).toEqual([]);
});

test("[FOCUS-2] on a phone a card that is higher than the view is shown from its beginning", async () => {
  const { page, card, ask } = await openPageBeforeInquiry(testServer, askTwo, {
    width: 360,
    height: 640,
    hasTouch: true,
  });
  await ask();
  const view = await page.locator(".ask-chat-scroll").boundingBox();
  const topOf = async () => (await card.getByRole("heading", { name: "Which database?" }).boundingBox())?.y;
  await expect.poll(topOf).toBeGreaterThanOrEqual(view?.y ?? Number.NaN);
  expect(await page.getByRole("button", { name: "Jump to latest" }).count()).toBe(0);
  const { scrollTop, scrollHeight } = await page.evaluate(() => {
    const { documentElement: root } = document;
    return { scrollTop: root.scrollTop, scrollHeight: root.scrollHeight };
  });
  expect([scrollTop, scrollHeight]).toEqual([0, 640]);
});
