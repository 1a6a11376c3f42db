import { expect, test } from "vitest";
import { openInquiryPage, ownWordsOf, waitForThanks } from "../../harness/browser/inquiry-page.ts";
import { review, waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { askOne, askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const problem = {
  type: "about:blank",
  title: "The server is having a rest",
  status: 403,
  code: "forbidden",
  hint: "Wait.",
};

test("[SEND-1] an answer whose reply is lost is sent again under the same key, and is recorded once", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne, { expected: [/ERR_FAILED/] });
  const keys: (string | undefined)[] = [];
  await page.route("**/answer", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await waitForThanks(page);
  await expect.poll(() => keys.length).toBe(2);
  expect(new Set(keys).size).toBe(1);
  await card.getByText("You answered").waitFor();
  expect(conversation.prompts()).toHaveLength(2);
  expect(await conversation.faults()).toEqual([]);
});

test("[SEND-1] a refusal of the server is shown, nothing is lost, and Retry sends it once", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne, { expected: [/status of 403/] });
  await page.route("**/answer", (route) => route.fulfill({ status: 403, json: problem }), { times: 1 });
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await card.getByText("Could not send: The server is having a rest. Nothing was lost.").waitFor();
  expect(await ownWordsOf(card).inputValue()).toBe("Water");
  expect(await ownWordsOf(card).isEditable()).toBe(true);
  await card.getByRole("button", { name: "Retry" }).click();
  await waitForThanks(page);
  expect(conversation.prompts()).toHaveLength(2);
  expect(conversation.newMessages()).toMatchObject([{ text: expect.stringContaining("Water") }]);
});

test("[QUESTIONS-5] Retry asks first where an answer has lost a part since it failed", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askTwo, { expected: [/status of 403/] });
  await page.route("**/answer", (route) => route.fulfill({ status: 403, json: problem }), { times: 1 });
  await card.getByRole("radio", { name: "SQLite" }).check();
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("checkbox", { name: "Traces" }).check();
  await review(card);
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  const retry = card.getByRole("button", { name: "Retry" });
  await retry.waitFor();
  await card.getByRole("navigation").getByRole("button", { name: /^2/ }).click();
  await card.getByRole("checkbox", { name: "Traces" }).uncheck();
  await retry.click();
  await card.getByText("1 question without an answer").waitFor();
  await retry.click();
  const confirm = card.getByRole("group", { name: "Send 1 of 2 answers? The rest will be marked as skipped." });
  await confirm.waitFor();
  expect(conversation.prompts()).toHaveLength(1);
  await waitUntilDeliberate(card);
  await confirm.getByRole("button", { name: "Send 1 answer" }).click();
  await waitForThanks(page);
  expect(conversation.newMessages()).toMatchObject([{ text: expect.stringContaining('"skipped":["Which extras?"]') }]);
});

test("[SEND-6] an answer that waits for the connection is sent by the page that is opened next", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askOne, {
    expected: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
  });
  const context = page.context();
  await context.setOffline(true);
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await card.getByText("Your answer will be sent when the server can be reached again").waitFor();
  const url = page.url();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(url);
  await waitForThanks(again);
  expect(conversation.prompts()).toHaveLength(2);
  expect(conversation.newMessages()).toMatchObject([{ text: expect.stringContaining("Water") }]);
});
