import { expect, test } from "vitest";
import { goesOn, isFocused, openAsked, ownWordsOf } from "../support/asked-page.ts";
import { askTwo } from "../support/asks.ts";
import { openStage } from "../support/stage.ts";
import { lookedAt, pressAtOnce, review } from "../support/tap.ts";

const stage = await openStage();

test("[N-1] questions are shown one at a time, or all on one page, which is remembered", async () => {
  const { page, card } = await openAsked(stage, askTwo);
  expect(await card.getByRole("group", { name: /Which/ }).count()).toBe(1);
  await card.getByRole("button", { name: "All on one page" }).click();
  await expect.poll(() => card.getByRole("group", { name: /Which/ }).count()).toBe(2);
  await page.reload();
  await card.getByRole("checkbox", { name: "Backups" }).waitFor();
  expect(await card.getByRole("group", { name: /Which/ }).count()).toBe(2);
  await card.getByRole("button", { name: "One at a time" }).click();
  await expect.poll(() => card.getByRole("group", { name: /Which/ }).count()).toBe(1);
});

test("[N-2] the stepper leads anywhere at any time, and says how far each question is", async () => {
  const { card } = await openAsked(stage, askTwo);
  const steps = card.getByRole("navigation", { name: "Questions" });
  const step = (name: RegExp) => steps.getByRole("button", { name });
  await step(/^2/).click();
  await card.getByRole("checkbox", { name: "Metrics" }).check();
  await step(/^2.*answered/).waitFor();
  expect(await step(/^2/).getAttribute("aria-current")).toBe("step");
  await step(/^Storage/).click();
  await step(/^Storage.*not answered/).waitFor();
  await card.getByRole("button", { name: "Skip this" }).click();
  await step(/^Storage.*skipped/).waitFor();
  await card.getByRole("radio", { name: "SQLite" }).check();
  await step(/^Storage.*answered/).waitFor();
  await step(/^2/).click();
  expect(await card.getByRole("checkbox", { name: "Metrics" }).isChecked()).toBe(true);
});

test("[F-4] each step brings the focus to its question, the review to its heading, and sending to the summary", async () => {
  const { page, card } = await openAsked(stage, askTwo);
  await card.getByRole("radio", { name: "SQLite" }).check();
  await card.getByRole("button", { name: "Next" }).click();
  await expect.poll(() => isFocused(card.getByRole("group", { name: "Which extras?" }))).toBe(true);
  await card.getByRole("checkbox", { name: "Traces" }).check();
  await review(card);
  await expect.poll(() => isFocused(card.getByRole("heading", { name: "Review your answers" }))).toBe(true);
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => isFocused(card.locator("[data-focus=summary]"))).toBe(true);
  await goesOn(page);
  expect(await isFocused(card.locator("[data-focus=summary]"))).toBe(true);
});

test("[N-5] the review names the gap, sending asks first, and the rest goes as skipped", async () => {
  const { scene, page, card } = await openAsked(stage, askTwo);
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("checkbox", { name: "Traces" }).check();
  await review(card);
  await card.getByText("1 question without an answer").waitFor();
  await card.getByRole("button", { name: "Send", exact: true }).click();
  const confirm = card.getByRole("group", { name: "Send 1 of 2 answers? The rest will be marked as skipped." });
  await confirm.getByRole("button", { name: "Go to the first gap" }).click();
  await card.getByText("This question needs an answer.").waitFor();
  await card.getByRole("radio", { name: "SQLite" }).waitFor();
  expect(scene.prompts()).toHaveLength(1);
  await review(card);
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await lookedAt(card);
  await confirm.getByRole("button", { name: "Send 1 answer" }).click();
  await goesOn(page);
  const [told] = scene.told();
  expect(JSON.parse(told && "text" in told ? told.text : "")).toMatchObject({
    answers: { "Which extras?": "Traces" },
    skipped: ["Which database?"],
  });
});

test("[N-4] a double click on Review only goes there, and Enter on Send sends what was reviewed", async () => {
  const { scene, page, card } = await openAsked(stage, askTwo);
  await card.getByRole("radio", { name: "SQLite" }).check();
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("checkbox", { name: "Traces" }).check();
  await pressAtOnce(card, ".ask-submit-button", ".ask-submit-button");
  await card.getByRole("heading", { name: "Review your answers" }).waitFor();
  await lookedAt(card);
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(scene.prompts()).toHaveLength(1);
  await card.getByRole("button", { name: "Send", exact: true }).focus();
  await page.keyboard.press("Enter");
  await goesOn(page);
});

test("[N-5] a double click on Send only asks", async () => {
  const { scene, card } = await openAsked(stage, askTwo);
  await card.getByRole("radio", { name: "SQLite" }).check();
  await review(card);
  await pressAtOnce(card, ".ask-submit-button", ".ask-confirm .ask-primary");
  await lookedAt(card);
  await card.getByRole("group", { name: "Send 1 of 2 answers? The rest will be marked as skipped." }).waitFor();
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(scene.prompts()).toHaveLength(1);
});

test("[N-4] picks, own words, a note and a comment reach the agent each in its own place", async () => {
  const { scene, page, card } = await openAsked(stage, askTwo);
  await card.getByRole("radio", { name: "Postgres" }).check();
  await card.getByRole("button", { name: "Add a note" }).click();
  await card.getByRole("textbox", { name: "Note" }).fill("version 17");
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("checkbox", { name: "Traces" }).check();
  await card.getByRole("checkbox", { name: "Backups" }).check();
  await ownWordsOf(card).fill("alerts, too");
  await review(card);
  await card.getByRole("textbox", { name: "Comment on the whole" }).fill("No hurry.");
  for (const part of ["Postgres", "version 17", "Backups", "Traces", "alerts, too"])
    await card.locator(".ask-review-row", { hasText: part }).waitFor();
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await goesOn(page);
  const [told] = scene.told();
  expect(JSON.parse(told && "text" in told ? told.text : "")).toEqual({
    answers: { "Which database?": "Postgres", "Which extras?": "Backups, Traces, alerts, too" },
    details: [
      { question: "Which database?", picked: ["Postgres"], note: "version 17" },
      { question: "Which extras?", picked: ["Backups", "Traces"], ownWords: "alerts, too" },
    ],
    comment: "No hurry.",
  });
});

test("[C-7] with nothing answered Send leads to the first question and says why", async () => {
  const { scene, card } = await openAsked(stage, askTwo);
  await review(card);
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await card.getByText("This question needs an answer.").waitFor();
  await expect.poll(() => isFocused(card.getByRole("group", { name: "Which database?" }))).toBe(true);
  expect(scene.prompts()).toHaveLength(1);
});

test("[C-15] skipping, leaving it to the agent, declining and setting aside tell the agent different things", async () => {
  const told = await Promise.all([
    settled("Skip this"),
    settled("You decide"),
    settled("Decline…", "Decline"),
    settled("Write instead…", "Set aside"),
  ]);
  const [skipped, delegated, declined, dismissed] = told;
  expect(JSON.parse(skipped ?? "")).toMatchObject({
    skipped: ["Which database?"],
    answers: { "Which extras?": "Traces" },
  });
  expect(delegated).toContain("leaves this decision to you");
  expect(declined).toMatch(/declined to answer.*\nThe user added: Not now/s);
  expect(dismissed).toMatch(/set aside unanswered.*\nThe user added: Not now/s);
});

/** What the agent was told when its questions were settled this way. */
async function settled(way: string, confirm?: string): Promise<string> {
  const { scene, page, card } = await openAsked(stage, askTwo);
  await lookedAt(card);
  await card.getByRole("button", { name: way }).click();
  if (confirm === undefined && way === "Skip this") {
    await card.getByRole("button", { name: "Next" }).click();
    await card.getByRole("checkbox", { name: "Traces" }).check();
    await review(card);
    await card.getByRole("button", { name: "Send", exact: true }).click();
  }
  if (confirm !== undefined) {
    await card.getByRole("textbox", { name: "Reason (optional)" }).fill("Not now");
    await lookedAt(card);
    await card.getByRole("button", { name: confirm, exact: true }).click();
  }
  await scene.event(({ type }) => type === "inquiry.resolved");
  if (confirm === "Set aside") {
    // It rests until the person writes.
    const composer = page.getByRole("textbox", { name: "Message", exact: true });
    await composer.fill("Go on.");
    await composer.press("Enter");
  }
  await goesOn(page);
  const result = scene.told().find((one) => "result" in one);
  return result && "text" in result ? result.text : "";
}
