import { expect, test } from "vitest";
import { goesOn, isFocused, openAsked } from "../support/asked-page.ts";
import { askOne } from "../support/asks.ts";
import { pick } from "../support/pick.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();

test("[X-3] an own answer is corrected by a message that quotes the question, and stays as it was given", async () => {
  const { page, card, path } = await openAsked(stage, askOne);
  await pick(card, "Tea");
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await goesOn(page);
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill("Sorry.");
  await page.getByRole("button", { name: "Correct…" }).click();
  expect(await composer.inputValue()).toBe("Sorry.\n\n> Tea or coffee?\n\n");
  expect(await isFocused(composer)).toBe(true);
  await page.keyboard.type("Coffee");
  expect(await composer.inputValue()).toBe("Sorry.\n\n> Tea or coffee?\n\nCoffee");
  expect((await stage.api.get(path)).body.resolution.answers).toEqual([{ question: "q1", options: ["o1"] }]);
});

test("[X-3] an answer of somebody else cannot be corrected", async () => {
  const { page, path } = await openAsked(stage, askOne, { as: "colleague" });
  await stage.api.post(`${path}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  await goesOn(page);
  await page.getByText("What the agent received").waitFor();
  expect(await page.getByRole("button", { name: "Correct…" }).count()).toBe(0);
});
