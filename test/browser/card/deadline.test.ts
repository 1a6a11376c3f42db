import { expect, test } from "vitest";
import { recordAnnouncements } from "../../harness/browser/announcements.ts";
import { openPage } from "../../harness/browser/browser.ts";
import { cardOn, openPageBeforeInquiry, ownWordsOf, waitForThanks } from "../../harness/browser/inquiry-page.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[ANNOUNCE-4] the end of a deadline is announced twice, and one press extends it, more than ten times if needed", async () => {
  const conversation = await testServer.startConversation("timed", [{ calls: [askOne] }, { text: "Thank you." }]);
  const { id, deadline } = await conversation.waitForInquiry();
  const page = await openPage(testServer);
  await page.clock.install();
  // The server's clock does not move with the page's, so the page must not read it.
  await page.addInitScript(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === "date" ? null : get.call(this, name);
    };
  });
  await page.goto(`${testServer.server.url}/c/${conversation.id}`);
  const card = cardOn(page);
  await card.getByText(/^Answer by /).waitFor();
  const announcements = await recordAnnouncements(page);
  await page.clock.fastForward("08:10");
  await expect.poll(announcements).toContainEqual(expect.stringMatching(/^polite: .*expires in 2 minutes/));
  await card.getByText(/^1:\d\d left$/).waitFor();
  await page.clock.fastForward("01:20");
  await expect.poll(announcements).toContainEqual(expect.stringMatching(/^assertive: .*expires in 30 seconds/));
  const warnings = (await announcements()).filter((line) => line.includes("expires in"));
  expect(warnings).toHaveLength(2);

  let end = String(deadline);
  for (let count = 0; count < 11; count++) {
    await card.getByRole("button", { name: "Extend" }).click();
    const before = end;
    await expect.poll(() => card.locator("time").getAttribute("datetime")).not.toBe(before);
    end = (await card.locator("time").getAttribute("datetime")) ?? "";
    expect(Date.parse(end) - Date.parse(before)).toBeGreaterThanOrEqual(600_000);
  }
  expect((await testServer.api.get(`/v1/inquiries/${id}`)).body).toMatchObject({ status: "open", deadline: end });
});

test("[ANNOUNCE-4] E extends the deadline from the card's header, and is a letter in its fields", async () => {
  const conversation = await testServer.startConversation("timed", [{ calls: [askOne] }, { text: "Thank you." }]);
  const { id, deadline } = await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  const card = cardOn(page);
  await ownWordsOf(card).pressSequentially("tee");
  expect((await testServer.api.get(`/v1/inquiries/${id}`)).body.deadline).toBe(deadline);
  await card.getByRole("heading").first().focus();
  await page.keyboard.press("e");
  await expect
    .poll(async () => Date.parse((await testServer.api.get(`/v1/inquiries/${id}`)).body.deadline))
    .toBeGreaterThan(Date.parse(String(deadline)));
});

test("[DRAFT-6] what was written when a deadline passes stays, is said to be kept, and nothing is answered", async () => {
  const { conversation, page, card, ask } = await openPageBeforeInquiry(testServer, askOne, { agent: "brief" });
  const announcements = await recordAnnouncements(page);
  await ask();
  await ownWordsOf(card).fill("Wat");
  await card.getByText(/^Expired at /).waitFor();
  await card.locator(".ask-recovered", { hasText: "Wat" }).waitFor();
  await expect
    .poll(announcements)
    .toContainEqual(
      expect.stringMatching(/^polite: Expired at .* went on without an answer\. Your text is kept below\./),
    );
  expect(await ownWordsOf(card).inputValue()).toBe("Wat");
  await waitForThanks(page);
  expect(JSON.stringify(conversation.newMessages())).toContain("Nobody answered before the deadline");
});
