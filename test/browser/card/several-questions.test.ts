import { expect, test } from "vitest";
import { isFocused, openInquiryPage, ownWordsOf, waitForThanks } from "../../harness/browser/inquiry-page.ts";
import { chooseMore } from "../../harness/browser/more-menu.ts";
import { pressAtOnce, review, waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[QUESTIONS-1] questions are shown one at a time, or all on one page, which is remembered", async () => {
  const { page, card } = await openInquiryPage(testServer, askTwo);
  expect(await card.getByRole("group", { name: /Which/ }).count()).toBe(1);
  await chooseMore(card, "Show all on one page");
  await expect.poll(() => card.getByRole("group", { name: /Which/ }).count()).toBe(2);
  await page.reload();
  await card.getByRole("checkbox", { name: "Backups" }).waitFor();
  expect(await card.getByRole("group", { name: /Which/ }).count()).toBe(2);
  await chooseMore(card, "Show one at a time");
  await expect.poll(() => card.getByRole("group", { name: /Which/ }).count()).toBe(1);
});

test("[QUESTIONS-2] the marks lead anywhere at any time, and says how far each question is", async () => {
  const { card } = await openInquiryPage(testServer, askTwo);
  const steps = card.getByRole("navigation", { name: "Questions" });
  const step = (name: RegExp) => steps.getByRole("button", { name });
  await step(/^2/).click();
  await card.getByRole("checkbox", { name: "Metrics" }).check();
  await step(/^2.*answered/).waitFor();
  expect(await step(/^2/).getAttribute("aria-current")).toBe("step");
  await step(/^1: Storage/).click();
  await step(/^1: Storage.*not answered/).waitFor();
  await card.getByRole("button", { name: "Skip", exact: true }).click();
  await step(/^1: Storage.*skipped/).waitFor();
  await card.getByRole("radio", { name: "SQLite" }).check();
  await step(/^1: Storage.*answered/).waitFor();
  await step(/^2/).click();
  expect(await card.getByRole("checkbox", { name: "Metrics" }).isChecked()).toBe(true);
});

test("[FOCUS-4] each step brings the focus to its question, the review to its heading, and sending to the summary", async () => {
  const { page, card } = await openInquiryPage(testServer, askTwo);
  await card.getByRole("radio", { name: "SQLite" }).check();
  await card.getByRole("button", { name: "Next" }).click();
  await expect.poll(() => isFocused(card.getByRole("group", { name: "Which extras?" }))).toBe(true);
  await card.getByRole("checkbox", { name: "Traces" }).check();
  await review(card);
  await expect.poll(() => isFocused(card.getByRole("heading", { name: "Review your answers" }))).toBe(true);
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await expect.poll(() => isFocused(card.locator("[data-focus=summary]"))).toBe(true);
  await waitForThanks(page);
  expect(await isFocused(card.locator("[data-focus=summary]"))).toBe(true);
});

test("[QUESTIONS-5] the review names the gap, sending asks first, and the rest goes as skipped", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askTwo);
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("checkbox", { name: "Traces" }).check();
  await review(card);
  await card.getByText("1 question without an answer").waitFor();
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  const confirm = card.getByRole("group", { name: "Send 1 of 2 answers? The rest will be marked as skipped." });
  await confirm.getByRole("button", { name: "Go to the first gap" }).click();
  await card.getByText("This question needs an answer.").waitFor();
  await card.getByRole("radio", { name: "SQLite" }).waitFor();
  expect(conversation.prompts()).toHaveLength(1);
  await review(card);
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await waitUntilDeliberate(card);
  await confirm.getByRole("button", { name: "Send 1 answer" }).click();
  await waitForThanks(page);
  const [received] = conversation.newMessages();
  expect(JSON.parse(received && "text" in received ? received.text : "")).toMatchObject({
    answers: { "Which extras?": "Traces" },
    skipped: ["Which database?"],
  });
});

test("[QUESTIONS-4] a double click on Review only goes there, and Enter on Send sends what was reviewed", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askTwo);
  await card.getByRole("radio", { name: "SQLite" }).check();
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("checkbox", { name: "Traces" }).check();
  await pressAtOnce(card, ".ask-submit-button", ".ask-submit-button");
  await card.getByRole("heading", { name: "Review your answers" }).waitFor();
  await waitUntilDeliberate(card);
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(conversation.prompts()).toHaveLength(1);
  await card.getByRole("button", { name: "Submit answer", exact: true }).focus();
  await page.keyboard.press("Enter");
  await waitForThanks(page);
});

test("[QUESTIONS-5] a double click on Send only asks", async () => {
  const { conversation, card } = await openInquiryPage(testServer, askTwo);
  await card.getByRole("radio", { name: "SQLite" }).check();
  await review(card);
  await pressAtOnce(card, ".ask-submit-button", ".ask-confirm .ask-primary");
  await waitUntilDeliberate(card);
  await card.getByRole("group", { name: "Send 1 of 2 answers? The rest will be marked as skipped." }).waitFor();
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(conversation.prompts()).toHaveLength(1);
});

test("[QUESTIONS-4] picks, own words, a note and a comment reach the agent each in its own field", {
  tags: "smoke",
}, async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, askTwo);
  await card.getByRole("radio", { name: "Postgres" }).check();
  await chooseMore(card, "Add a note");
  await card.getByRole("textbox", { name: "Note" }).fill("version 17");
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("checkbox", { name: "Traces" }).check();
  await card.getByRole("checkbox", { name: "Backups" }).check();
  await ownWordsOf(card).fill("alerts, too");
  await review(card);
  await card.getByRole("textbox", { name: "Comment" }).fill("No hurry.");
  for (const part of ["Postgres", "version 17", "Backups", "Traces", "alerts, too"])
    await card.locator(".ask-review-row", { hasText: part }).waitFor();
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await waitForThanks(page);
  const [received] = conversation.newMessages();
  expect(JSON.parse(received && "text" in received ? received.text : "")).toEqual({
    answers: { "Which database?": "Postgres", "Which extras?": "Backups, Traces, alerts, too" },
    details: [
      { question: "Which database?", picked: ["Postgres"], note: "version 17" },
      { question: "Which extras?", picked: ["Backups", "Traces"], ownWords: "alerts, too" },
    ],
    comment: "No hurry.",
  });
});

test("[CARD-7] with nothing answered Send leads to the first question and says why", async () => {
  const { conversation, card } = await openInquiryPage(testServer, askTwo);
  await review(card);
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await card.getByText("This question needs an answer.").waitFor();
  await expect.poll(() => isFocused(card.getByRole("group", { name: "Which database?" }))).toBe(true);
  expect(conversation.prompts()).toHaveLength(1);
});

test("[CARD-15] skipping, leaving it to the agent, declining and setting aside tell the agent different things", async () => {
  const received = await Promise.all([
    resultAfter("Skip"),
    resultAfter("You decide"),
    resultAfter("Decline…", "Decline"),
    resultAfter("Reply in chat…", "Reply in chat"),
  ]);
  const [skipped, delegated, declined, dismissed] = received;
  expect(JSON.parse(skipped ?? "")).toMatchObject({
    skipped: ["Which database?"],
    answers: { "Which extras?": "Traces" },
  });
  expect(delegated).toContain("leaves this decision to you");
  expect(declined).toMatch(/declined to answer.*\nThe user added: Not now/s);
  expect(dismissed).toMatch(/set aside unanswered.*\nThe user added: Not now/s);
});

/** The tool result after the questions were resolved this way. */
async function resultAfter(way: string, confirm?: string): Promise<string> {
  const { conversation, page, card } = await openInquiryPage(testServer, askTwo);
  await waitUntilDeliberate(card);
  if (confirm === undefined) await card.getByRole("button", { name: way }).click();
  else await chooseMore(card, way);
  if (way === "Skip") {
    await card.getByRole("button", { name: "Next" }).click();
    await card.getByRole("checkbox", { name: "Traces" }).check();
    await review(card);
    await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  }
  if (confirm !== undefined) {
    await card.getByRole("textbox", { name: "Reason (optional)" }).fill("Not now");
    await waitUntilDeliberate(card);
    await card.getByRole("button", { name: confirm, exact: true }).click();
  }
  await conversation.waitForEvent(({ type }) => type === "inquiry.resolved");
  if (confirm === "Reply in chat") {
    // The agent rests until the person writes.
    const composer = page.getByRole("textbox", { name: "Message", exact: true });
    await composer.fill("Go on.");
    await composer.press("Enter");
  }
  await waitForThanks(page);
  const result = conversation.newMessages().find((one) => "result" in one);
  return result && "text" in result ? result.text : "";
}
