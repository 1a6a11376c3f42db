import { expect, test } from "vitest";
import { askOne } from "../../support/asks.ts";
import { openPage } from "../../support/browser.ts";
import { pick } from "../../support/pick.ts";
import { openStage } from "../../support/stage.ts";

const stage = await openStage();

test("[X-2] of two people one wins; the other sees who and what within a second, and keeps what they wrote", async () => {
  const scene = await stage.play("puppet", [{ calls: [askOne] }, { text: "Thanks." }]);
  const path = `/c/${scene.id}`;
  // The draft of who comes second is refused once there is an answer.
  const late = [/status of 409/];
  const [first, second] = await Promise.all([
    openPage(stage, { path }),
    openPage(stage, { path, as: "colleague", expected: late }),
  ]);
  await second.getByRole("textbox", { name: "In your own words" }).fill("Water, please");
  const winner = first.locator("section[data-inquiry]");
  await pick(winner, "Coffee");
  await winner.getByRole("button", { name: "Send" }).click();
  await first.getByRole("heading", { name: "You answered" }).waitFor();

  await second.getByRole("heading", { name: "owner answered" }).waitFor({ timeout: 1_000 });
  const card = second.locator("section[data-inquiry]");
  await card.getByText(/Tea or coffee\?\s+Water, please/).waitFor();
  await card.getByRole("button", { name: "Send as a message" }).waitFor();
  await scene.reached("idle");
  expect(scene.told()).toMatchObject([{ text: expect.stringContaining("Coffee") }]);
  expect(await scene.faults()).toEqual([]);
});
