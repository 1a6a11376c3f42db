import { expect, test } from "vitest";
import { cardOn, isFocused, openAsked, ownWordsOf } from "../support/asked-page.ts";
import { askOne } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { listen } from "../support/heard.ts";
import { emptyInbox, rowOf, waiting } from "../support/inbox.ts";
import { openStage } from "../support/stage.ts";
import { lookedAt } from "../support/tap.ts";

const stage = await openStage();

test("[S-3] who comes back to a question hears of it no second time, and keeps their focus", async () => {
  const { page, card } = await openAsked(stage, askOne);
  await expect.poll(() => isFocused(ownWordsOf(card))).toBe(true);
  await page.locator("[data-live-announcer]").getByText("Question from").waitFor({ state: "attached" });
  const heard = await listen(page);
  await page.getByRole("link", { name: "Settings" }).click();
  await card.waitFor({ state: "detached" });
  await page.goBack();
  await card.getByRole("heading").first().waitFor();
  await lookedAt(card);
  expect((await heard()).filter((line) => line.includes("Question from"))).toEqual([]);
  expect(await isFocused(ownWordsOf(card))).toBe(false);
});

test("[X-3] a quick answer can be taken back from the inbox after a reload", async () => {
  await emptyInbox(stage);
  const { inquiryId } = await waiting(stage, "Tea or coffee?");
  const held = { answers: [{ question: "q1", options: ["o1"] }], hold: 30 };
  await stage.api.post(`/v1/inquiries/${inquiryId}/answer`, held);
  const page = await openPage(stage, { path: "/inbox" });
  await page.getByText("Sent your answer to puppet.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await rowOf(page, "Tea or coffee?").waitFor();
  expect((await stage.api.get(`/v1/inquiries/${inquiryId}`)).body.status).toBe("open");
});

test("[X-3] the time that is left counts by the server's clock, however wrong that of the reader is", async () => {
  const { inquiryId, scene } = await waiting(stage, "Tea or coffee?");
  const held = { answers: [{ question: "q1", options: ["o1"] }], hold: 30 };
  await stage.api.post(`/v1/inquiries/${inquiryId}/answer`, held);
  const page = await openPage(stage);
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await page.goto(`${stage.server.url}/c/${scene.id}`);
  const left = cardOn(page).getByText(/Answer will be sent in \d+ s/);
  await expect.poll(async () => Number(/\d+/.exec((await left.textContent()) ?? "")?.[0])).toBeGreaterThan(1);
});
