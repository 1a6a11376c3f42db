import { expect, test } from "vitest";
import { goesOn, openAsked, openBeforeAsked, ownWordsOf } from "../support/asked-page.ts";
import { askOne, askTwo } from "../support/asks.ts";
import { listen } from "../support/heard.ts";
import { openStage } from "../support/stage.ts";
import { lookedAt, tap } from "../support/tap.ts";

const stage = await openStage();

test("[S-3] a question that comes is read out once, with the way to it where the focus stays away", async () => {
  const { page, ask } = await openBeforeAsked(stage, askOne);
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("busy");
  const heard = await listen(page);
  await ask();
  await expect.poll(heard).toEqual(["polite: Question from puppet: Tea or coffee? 2 options. Press Alt+Q to answer."]);
});

test("[S-3] a question that takes the focus is read out without the way to it", async () => {
  const { page, ask } = await openBeforeAsked(stage, askTwo);
  const heard = await listen(page);
  await ask();
  await expect.poll(heard).toEqual(["polite: Question from puppet: Which database? 2 questions."]);
});

test("[S-3] sending, taking back, and sending again are each read out once", async () => {
  const { page, card } = await openAsked(stage, askOne);
  const heard = await listen(page);
  const since = async () => (await heard()).filter((line) => !line.includes("Question from"));
  await tap(card, "Tea");
  await expect.poll(since).toContain("polite: Answer sent. Undo available for 5 seconds.");
  await lookedAt(card);
  await card.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(since)
    .toEqual([
      "polite: Sending.",
      "polite: Answer sent. Undo available for 5 seconds.",
      "polite: Not sent. You can change your answer.",
    ]);
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await goesOn(page);
  const [, , , sending, answered, ...rest] = await since();
  expect([sending, answered]).toEqual(["polite: Sending.", expect.stringMatching(/^polite: You answered · /)]);
  expect(rest).toEqual([]);
});

test("[S-3] what is missing is read out at once", async () => {
  const { page, card } = await openAsked(stage, askOne);
  const heard = await listen(page);
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(heard).toContain("assertive: This question needs an answer.");
});

test("[S-3] an answer of somebody else is read out politely, and that the own text is kept", async () => {
  const { page, card, path } = await openAsked(stage, askOne, { as: "colleague" });
  await ownWordsOf(card).fill("Water");
  const heard = await listen(page);
  await stage.api.post(`${path}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  await expect
    .poll(async () => (await heard()).filter((line) => line.includes("answered")))
    .toEqual([expect.stringMatching(/^polite: owner answered · .* Your text is kept below\.$/)]);
});

test("[S-3] a lost connection and its return are read out, and the answer that waited", async () => {
  const { page, card } = await openAsked(stage, askOne, { expected: [/ERR_INTERNET_DISCONNECTED/] });
  const heard = await listen(page);
  await page.context().setOffline(true);
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(heard).toContain("polite: Offline. Your answer will be sent when you are back.");
  await page.context().setOffline(false);
  await goesOn(page);
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^polite: You answered · /));
});

test("[S-1] a group is named by its question, an option by its label and described by the rest", async () => {
  const options = [
    { label: "Tea", description: "Green, without sugar", recommended: "It is late" },
    { label: "Coffee" },
  ];
  const call = { name: "ask_user_question", input: { questions: [{ question: "Tea or coffee?", options }] } };
  const { card } = await openAsked(stage, call);
  const group = card.getByRole("group", { name: "Tea or coffee?", exact: true });
  const tea = group.getByRole("radio", { name: "Tea", exact: true });
  const described = await tea.evaluate((input) =>
    (input.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent),
  );
  expect(described).toEqual(["Green, without sugar", "Recommended · It is late"]);
  expect(await group.getByRole("radio", { name: "Coffee", exact: true }).getAttribute("aria-describedby")).toBeNull();
});
