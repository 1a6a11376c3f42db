import { expect, test } from "vitest";
import { openAsked, openBeforeAsked, ownWordsOf } from "../support/asked-page.ts";
import { askTwo } from "../support/asks.ts";
import { tooWide } from "../support/page-checks.ts";
import { openStage } from "../support/stage.ts";
import { review } from "../support/tap.ts";

const stage = await openStage();

test.each([
  { width: 360, height: 640, hasTouch: true },
  { width: 640, height: 480, hasTouch: true },
  { width: 320, height: 480, hasTouch: false },
  { width: 1280, height: 500, hasTouch: false },
])("[C-2] in a window of $width × $height every button of a card can be pressed", async (size) => {
  const { page, card } = await openAsked(stage, askTwo, size);
  await card.getByRole("radio", { name: "Postgres" }).click({ trial: true });
  await ownWordsOf(card).click({ trial: true });
  await card.getByRole("button", { name: "Skip this" }).click({ trial: true });
  await card.getByRole("button", { name: "Decline…" }).click();
  await card.getByRole("button", { name: "Decline", exact: true }).click({ trial: true });
  await card.getByRole("button", { name: "Cancel" }).click();
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("checkbox", { name: "Traces" }).check();
  await review(card);
  await card.getByRole("textbox", { name: "Comment on the whole" }).click({ trial: true });
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await card.getByRole("button", { name: "Go to the first gap" }).click({ trial: true });
  await card.getByRole("button", { name: "Send 1 answer" }).click({ trial: true });
  expect(await tooWide(page)).toEqual([]);
});

test("[F-2] on a phone a card that is higher than the view is shown from its beginning, with Send in reach", async () => {
  const { page, card, ask } = await openBeforeAsked(stage, askTwo, { width: 360, height: 640, hasTouch: true });
  await ask();
  const view = await page.locator(".ask-chat-scroll").boundingBox();
  const topOf = async () => (await card.getByRole("heading", { name: /asks/ }).boundingBox())?.y;
  await expect.poll(topOf).toBeGreaterThanOrEqual(view?.y ?? Number.NaN);
  const next = card.getByRole("button", { name: "Next" });
  const { y = Number.NaN, height = 0 } = (await next.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual((view?.y ?? 0) + (view?.height ?? 0));
  expect(await page.getByRole("button", { name: "Jump to latest" }).count()).toBe(0);
  const { scrollTop, scrollHeight } = await page.evaluate(() => {
    const { documentElement: root } = document;
    return { scrollTop: root.scrollTop, scrollHeight: root.scrollHeight };
  });
  expect([scrollTop, scrollHeight]).toEqual([0, 640]);
});
