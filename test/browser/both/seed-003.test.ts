import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { goesOn, openAsked, ownWordsOf } from "../../support/asked-page.ts";
import { openPage } from "../../support/browser.ts";
import { pick } from "../../support/pick.ts";
import { openStage } from "../../support/stage.ts";
import { lookedAt, review, tap } from "../../support/tap.ts";

const stage = await openStage();
const options = [{ label: "Fast", description: "Without tests" }, { label: "Careful" }, { label: "Both" }];
const approach = { header: "Approach", question: "How shall I do it?", options };

const waiting = (input: object) => openAsked(stage, { name: "question", input }, { agent: "asker" });

/** What people said, as it is shown, after the message that began the conversation. */
async function said(page: Page): Promise<string[]> {
  return (await page.locator(".ask-message[data-role=person] .ask-said").allTextContents()).slice(1);
}

test("[BLK-1] the question is a pending card in the message that asked, and the session rests", async () => {
  const { scene, page, card } = await waiting(approach);
  const asking = page.locator(".ask-message[data-role=agent]", { hasText: "One moment." });
  await asking.locator("section[data-state=pending]").getByText("How shall I do it?").last().waitFor();
  expect(await card.getByRole("radio").count()).toBe(4);
  await card.getByText("Without tests").waitFor();
  await ownWordsOf(card).waitFor();
  expect((await stage.api.get(`/v1/conversations/${scene.id}`)).body.status).toBe("parked");
  expect(scene.prompts()).toHaveLength(1);
});

test("[DEL-4] a click on an option sends its label as a message, and only then the agent goes on", async () => {
  const { scene, page, card } = await waiting(approach);
  await tap(card, "Careful");
  await card.getByRole("button", { name: "Undo" }).waitFor();
  expect(await said(page)).toEqual([]);
  expect(scene.prompts()).toHaveLength(1);
  await card.getByRole("button", { name: "Send now" }).click();
  await goesOn(page);
  expect(await said(page)).toEqual(["Careful"]);
  expect(scene.told().at(-1)).toEqual({ person: "Careful" });
  expect(await card.getByRole("radio").count()).toBe(0);
  expect(await scene.faults()).toEqual([]);
});

test("[DEL-4] several options are sent as one message with a label on each line", async () => {
  const { scene, page, card } = await waiting({ ...approach, multiple: true });
  await card.getByRole("checkbox", { name: "Both" }).check();
  await card.getByRole("checkbox", { name: "Fast" }).check();
  await review(card);
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await goesOn(page);
  expect(await said(page)).toEqual(["Fast\nBoth"]);
  expect(scene.told().at(-1)).toEqual({ person: "Fast\nBoth" });
});

test("[DEL-4] typed words are sent by Enter, as the only line", async () => {
  const { scene, page, card } = await waiting(approach);
  await ownWordsOf(card).fill("Not at all.");
  // Just after the card took the focus, Enter does nothing.
  await expect
    .poll(async () => {
      await page.keyboard.press("Enter");
      return card.getAttribute("data-state");
    })
    .not.toBe("pending");
  await goesOn(page);
  expect(await said(page)).toEqual(["Not at all."]);
  expect(scene.told().at(-1)).toEqual({ person: "Not at all." });
});

test("[DEL-4] with `custom: false` there is no field to type in", async () => {
  const { page, card } = await waiting({ ...approach, custom: false });
  expect(await card.getByRole("textbox").count()).toBe(0);
  await pick(card, "Both");
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await goesOn(page);
  expect(await said(page)).toEqual(["Both"]);
});

test("[BLK-2] a message of one's own resolves the card, which collapses, and none is added", async () => {
  const { scene, page, card } = await waiting(approach);
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill("Neither.\nWait for me.");
  await composer.press("Enter");
  await card.getByText("Answered by your message").waitFor();
  await goesOn(page);
  expect(await said(page)).toEqual(["Neither.\nWait for me."]);
  expect(scene.told().at(-1)).toEqual({ person: "Neither.\nWait for me." });
  expect(await card.getByRole("radio").count()).toBe(0);
  expect(await card.getByRole("textbox").count()).toBe(0);
});

test.each([
  ["Decline…", "Decline", "You declined to answer"],
  ["Write instead…", "Set aside", "You set this aside to write instead"],
])("[DEL-10] rejected by %s the card says so, and no message is added", async (opener, confirm, outcome) => {
  const { scene, page, card } = await waiting(approach);
  await card.getByRole("button", { name: opener }).click();
  await lookedAt(card);
  await card.getByRole("button", { name: confirm, exact: true }).click();
  await card.getByText(outcome).waitFor();
  await scene.reached("idle");
  expect(await said(page)).toEqual([]);
  expect(await card.getByRole("radio").count()).toBe(0);
});

test("[CTR-6] a question beside another call is not asked: an error is shown, and the session goes on", async () => {
  const calls = [
    { name: "note", input: { line: "a" } },
    { name: "question", input: approach },
  ];
  const scene = await stage.play("asker", [{ calls }, { text: "I see." }]);
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.getByText("The question was not asked").waitFor();
  await page.getByText("question must be the only tool call of a turn").first().waitFor();
  await page.getByText("I see.", { exact: true }).waitFor();
  expect(await page.locator("section[data-inquiry]").count()).toBe(0);
});
