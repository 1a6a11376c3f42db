import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { cardOn, isFocused, openInquiryPage, ownWordsOf, waitForThanks } from "../../harness/browser/inquiry-page.ts";
import { createApi } from "../../harness/server/api.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

/** Writes a text and leaves the caret in the middle of it. */
async function write(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.evaluate((node: HTMLTextAreaElement) => {
    node.setSelectionRange(3, 3);
    Object.assign(node, { isMarked: true });
  });
}

test("[SEND-2] of two who send at once one wins, and the other keeps their text", { tags: "smoke" }, async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne, { expected: [/status of 409/] });
  const path = new URL(page.url()).pathname;
  const other = cardOn(await openPage(testServer, { path, as: "colleague", expected: [/status of 409/] }));
  await ownWordsOf(card).fill("Water");
  await ownWordsOf(other).fill("Juice");
  const buttons = [card, other].map((one) =>
    one.getByRole("button", { name: "Submit answer", exact: true }).elementHandle(),
  );
  const [mine, theirs] = await Promise.all(buttons);
  await Promise.all([mine, theirs].map((button) => button?.evaluate((node: HTMLElement) => node.click())));
  await conversation.waitForStatus("idle");
  for (const one of [card, other]) await one.and(one.page().locator("[data-state=answered]")).waitFor();
  const isOwner = JSON.stringify(conversation.newMessages()).includes("Water");
  const [winner, loser, lost] = isOwner ? [card, other, "Juice"] : [other, card, "Water"];
  await winner.getByText("You answered").waitFor();
  await loser.locator(".ask-recovered", { hasText: lost }).waitFor();
  expect(conversation.prompts()).toHaveLength(2);
  expect(await conversation.faults()).toEqual([]);
});

test("[RESOLVE-20] the page of somebody else says who has answered and can take it back, and shows the words later", async () => {
  const { page, card, path } = await openInquiryPage(testServer, askOne, { as: "colleague" });
  const words = "A secret blend";
  await testServer.api.post(`${path}/answer`, { answers: [{ question: "q1", text: words }], hold: 300 });
  await card.getByText("Owner has answered and can still take it back").waitFor();
  expect(await page.content()).not.toContain(words);
  await page.reload();
  await cardOn(page).getByText("Owner has answered and can still take it back").waitFor();
  expect(await page.content()).not.toContain(words);
  await testServer.api.post(`${path}/deliver`);
  await cardOn(page).getByText(words).waitFor();
});

test("[FOCUS-6] a question that is withdrawn while somebody writes leaves the field, its caret and its text", {
  tags: "smoke",
}, async () => {
  const agent = createApi(testServer.server, testServer.server.keys.ask);
  const { page, card, path } = await openInquiryPage(testServer, askOne, { by: agent });
  const field = ownWordsOf(card);
  await write(field, "I would rather");
  await agent.post(`${path}/withdraw`);
  await card.getByText("scripted withdrew this question").waitFor();
  await card.getByText("You had written").waitFor();
  expect(await isFocused(field)).toBe(true);
  expect(await field.getAttribute("readonly")).not.toBeNull();
  expect(
    await field.evaluate((node: HTMLTextAreaElement) => [node.value, node.selectionStart, "isMarked" in node]),
  ).toEqual(["I would rather", 3, true]);
  await page.keyboard.type("x");
  expect(await field.inputValue()).toBe("I would rather");
  expect(await card.getByRole("button", { name: "Submit answer", exact: true }).count()).toBe(0);

  await page.getByRole("textbox", { name: "Message", exact: true }).focus();
  await field.waitFor({ state: "detached" });
  await card.locator(".ask-recovered", { hasText: "I would rather" }).waitFor();
});

test("[DRAFT-6] what was written when the run is stopped can be sent as a message, or discarded", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne);
  await ownWordsOf(card).fill("Neither of them");
  await testServer.api.post(`/v1/conversations/${conversation.id}/stop`);
  await card.getByRole("button", { name: "Send as a message" }).click();
  await page.locator(".ask-said", { hasText: "Neither of them" }).waitFor();
  await card.getByText("You had written").waitFor({ state: "detached" });
  await page.reload();
  await card.waitFor();
  expect(await card.getByText("You had written").count()).toBe(0);
});

test("[SEND-6] an answer given offline waits, and is delivered once when the connection is back", {
  tags: "smoke",
}, async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne, {
    expected: [/ERR_INTERNET_DISCONNECTED/],
  });
  await page.context().setOffline(true);
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await card.getByText("Your answer will be sent when the server can be reached again").waitFor();
  expect(await ownWordsOf(card).inputValue()).toBe("Water");
  expect(conversation.prompts()).toHaveLength(1);
  await page.context().setOffline(false);
  await waitForThanks(page);
  expect(conversation.prompts()).toHaveLength(2);
  expect(conversation.newMessages()).toMatchObject([{ text: expect.stringContaining("Water") }]);
});

test("[SEND-6] an answer that waits for the connection can be cancelled", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne, {
    expected: [/ERR_INTERNET_DISCONNECTED/],
  });
  await page.context().setOffline(true);
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await card.getByRole("button", { name: "Cancel sending" }).click();
  await page.context().setOffline(false);
  await ownWordsOf(card).fill("Water, but later");
  await expect.poll(() => card.getByText("Offline.").count()).toBe(0);
  expect((await testServer.api.get(`/v1/conversations/${conversation.id}`)).body.inquiry.status).toBe("open");
});
