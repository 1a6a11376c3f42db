import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { openInquiryPage, ownWordsOf, waitForThanks } from "../../harness/browser/inquiry-page.ts";
import { chooseMore } from "../../harness/browser/more-menu.ts";
import { pick } from "../../harness/browser/pick-option.ts";
import { review, tap, waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const options = [{ label: "Fast", description: "Without tests" }, { label: "Careful" }, { label: "Both" }];
const approach = { header: "Approach", question: "How shall I do it?", options };

const waiting = (input: object) => openInquiryPage(testServer, { name: "question", input }, { agent: "asker" });

/** The shown messages of people, without the first. */
async function said(page: Page): Promise<string[]> {
  return (await page.locator(".ask-message[data-role=person] .ask-said").allTextContents()).slice(1);
}

test("[BLOCK-1] [S3-06, S3-12, S3-13, S3-30, S3-31] the question is a pending card in the message that asked, and the session rests", {
  tags: "smoke",
}, async () => {
  const { conversation, page, card } = await waiting(approach);
  const asking = page.locator(".ask-message[data-role=agent]", { hasText: "One moment." });
  await asking.locator("section[data-state=pending]").getByText("How shall I do it?").last().waitFor();
  expect(await card.getByRole("radio").count()).toBe(4);
  await card.getByText("Without tests").waitFor();
  await ownWordsOf(card).waitFor();
  expect((await testServer.api.get(`/v1/conversations/${conversation.id}`)).body.status).toBe("parked");
  expect(conversation.prompts()).toHaveLength(1);
});

test("[DELIVERY-4] [S3-30, S3-32, S3-37] a click on an option sends its label as a message, and only then the agent goes on", async () => {
  const { conversation, page, card } = await waiting(approach);
  await tap(card, "Careful");
  await card.getByRole("button", { name: "Undo" }).waitFor();
  expect(await said(page)).toEqual([]);
  expect(conversation.prompts()).toHaveLength(1);
  await card.getByRole("button", { name: "Send now" }).click();
  await waitForThanks(page);
  expect(await said(page)).toEqual(["Careful"]);
  expect(conversation.newMessages().at(-1)).toEqual({ person: "Careful" });
  expect(await card.getByRole("radio").count()).toBe(0);
  expect(await conversation.faults()).toEqual([]);
});

test("[DELIVERY-4] [S3-30, S3-33] several options are sent as one message with a label on each line", async () => {
  const { conversation, page, card } = await waiting({ ...approach, multiple: true });
  await card.getByRole("checkbox", { name: "Both" }).check();
  await card.getByRole("checkbox", { name: "Fast" }).check();
  await review(card);
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await waitForThanks(page);
  expect(await said(page)).toEqual(["Fast\nBoth"]);
  expect(conversation.newMessages().at(-1)).toEqual({ person: "Fast\nBoth" });
});

test("[DELIVERY-4] [S3-19, S3-34] typed words are sent by Enter, as the only line", async () => {
  const { conversation, page, card } = await waiting(approach);
  await ownWordsOf(card).fill("Not at all.");
  // Right after the card takes the focus, Enter does nothing.
  await expect
    .poll(async () => {
      await page.keyboard.press("Enter");
      return card.getAttribute("data-state");
    })
    .not.toBe("pending");
  await waitForThanks(page);
  expect(await said(page)).toEqual(["Not at all."]);
  expect(conversation.newMessages().at(-1)).toEqual({ person: "Not at all." });
});

test("[DELIVERY-4] with `custom: false` there is no field to type in", async () => {
  const { page, card } = await waiting({ ...approach, custom: false });
  expect(await card.getByRole("textbox").count()).toBe(0);
  await pick(card, "Both");
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await waitForThanks(page);
  expect(await said(page)).toEqual(["Both"]);
});

test("[BLOCK-2] [S3-14, S3-35] a message of one's own resolves the card, which collapses, and none is added", {
  tags: "smoke",
}, async () => {
  const { conversation, page, card } = await waiting(approach);
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill("Neither.\nWait for me.");
  await composer.press("Enter");
  await card.getByText("Answered by your message").waitFor();
  await waitForThanks(page);
  expect(await said(page)).toEqual(["Neither.\nWait for me."]);
  expect(conversation.newMessages().at(-1)).toEqual({ person: "Neither.\nWait for me." });
  expect(await card.getByRole("radio").count()).toBe(0);
  expect(await card.getByRole("textbox").count()).toBe(0);
});

test.each([
  ["Decline…", "Decline", "You declined to answer"],
  ["Reply in chat…", "Reply in chat", "You chose to reply in chat"],
])(
  "[DELIVERY-10] [S3-15, S3-36] rejected by %s the card says so, and no message is added",
  { tags: "smoke" },
  async (opener, confirm, outcome) => {
    const { conversation, page, card } = await waiting(approach);
    await chooseMore(card, opener);
    await waitUntilDeliberate(card);
    await card.getByRole("button", { name: confirm, exact: true }).click();
    await card.getByText(outcome).waitFor();
    await conversation.waitForStatus("idle");
    expect(await said(page)).toEqual([]);
    expect(await card.getByRole("radio").count()).toBe(0);
  },
);

test("[CONTRACT-6] [S3-05, S3-38] a question beside another call is not asked: an error is shown, and the session goes on", {
  tags: "smoke",
}, async () => {
  const calls = [
    { name: "note", input: { line: "a" } },
    { name: "question", input: approach },
  ];
  const conversation = await testServer.startConversation("asker", [{ calls }, { text: "I see." }]);
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByText("The question was not asked").waitFor();
  await page.getByText("question must be the only tool call of a turn").first().waitFor();
  await page.getByText("I see.", { exact: true }).waitFor();
  expect(await page.locator("section[data-inquiry]").count()).toBe(0);
});
