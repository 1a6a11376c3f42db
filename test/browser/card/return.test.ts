import { expect, test } from "vitest";
import { recordAnnouncements } from "../../harness/browser/announcements.ts";
import { openPage } from "../../harness/browser/browser.ts";
import { emptyInbox, openInquiry, rowOf } from "../../harness/browser/inbox.ts";
import { cardOn, isFocused, openInquiryPage, ownWordsOf } from "../../harness/browser/inquiry-page.ts";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[ANNOUNCE-3] a question is not announced again on return, and the focus stays", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  await expect.poll(() => isFocused(ownWordsOf(card))).toBe(true);
  await page.locator("[data-live-announcer]").getByText("Question from").waitFor({ state: "attached" });
  const announcements = await recordAnnouncements(page);
  await page.getByRole("link", { name: "Settings" }).click();
  await card.waitFor({ state: "detached" });
  await page.goBack();
  await card.getByRole("heading").first().waitFor();
  await waitUntilDeliberate(card);
  expect((await announcements()).filter((line) => line.includes("Question from"))).toEqual([]);
  expect(await isFocused(ownWordsOf(card))).toBe(false);
});

test("[SEND-3] a quick answer can be undone in the inbox after a reload", async () => {
  await emptyInbox(testServer);
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  const held = { answers: [{ question: "q1", options: ["o1"] }], hold: 300 };
  await testServer.api.post(`/v1/inquiries/${inquiryId}/answer`, held);
  const page = await openPage(testServer, { path: "/inbox" });
  await page.getByText("Your answer will be sent to Scripted.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await rowOf(page, "Tea or coffee?").waitFor();
  expect((await testServer.api.get(`/v1/inquiries/${inquiryId}`)).body.status).toBe("open");
});

test("[SEND-3] the remaining time counts by the server's clock, however wrong the reader's clock is", async () => {
  const { inquiryId, conversation } = await openInquiry(testServer, "Tea or coffee?");
  const held = { answers: [{ question: "q1", options: ["o1"] }], hold: 300 };
  await testServer.api.post(`/v1/inquiries/${inquiryId}/answer`, held);
  const page = await openPage(testServer);
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await page.goto(`${testServer.server.url}/c/${conversation.id}`);
  const left = cardOn(page).getByText(/Your answer will be sent in \d+ s/);
  await expect.poll(async () => Number(/\d+/.exec((await left.textContent()) ?? "")?.[0])).toBeGreaterThan(1);
});
