import { expect, test } from "vitest";
import { askOne } from "../../support/asks.ts";
import { openPage } from "../../support/browser.ts";
import { axeOf, layoutShift } from "../../support/page-checks.ts";
import { pick } from "../../support/pick.ts";
import { openStage } from "../../support/stage.ts";

const stage = await openStage();
const lines = "One thing first: I looked at all of it, twice, and there is a choice that only you can make. ".repeat(4);

test("[C-1] a question appears once, under the message that asked; it is picked, sent, and the agent goes on", async () => {
  const scene = await stage.play("puppet", [{ text: "Hello there.", calls: [askOne] }, { text: "Then tea it is." }]);
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  const card = page.locator("section[data-inquiry]");
  await card.getByRole("radio", { name: "Tea" }).waitFor();
  expect(await card.count()).toBe(1);
  const said = await page.getByText("Hello there.", { exact: true }).boundingBox();
  const asked = await card.boundingBox();
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(asked?.y ?? 0);

  await pick(card, "Tea");
  await card.getByRole("button", { name: "Send" }).click();
  await page.getByText("Then tea it is.", { exact: true }).waitFor();
  expect(scene.told()).toMatchObject([{ text: expect.stringContaining('"Tea or coffee?":"Tea"') }]);
  expect(await card.count()).toBe(1);
  expect(await scene.faults()).toEqual([]);
  expect(await axeOf(page)).toEqual([]);
});

test("[Z-1] the card is the same node from its appearance until after it is settled", async () => {
  const scene = await stage.play("puppet", [
    { text: lines, pace: 5, calls: [askOne] },
    { text: `${lines} The end.`, pace: 5 },
  ]);
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  const card = page.locator("section[data-inquiry]");
  await card.getByRole("radio", { name: "Coffee" }).waitFor();
  await card.evaluate((node) => Object.assign(node, { isMarked: true }));
  await pick(card, "Coffee");
  await card.getByRole("button", { name: "Send" }).click();
  await page
    .getByRole("log")
    .getByText(/The end\.$/)
    .waitFor();
  expect(await card.evaluate((node) => "isMarked" in node)).toBe(true);
  expect(await page.locator("section[data-inquiry]").count()).toBe(1);
});

test("[Z-2] text that streams before and after a card does not move what is there", async () => {
  const scene = await stage.play("puppet", [
    { text: lines, pace: 10, calls: [askOne] },
    { text: `${lines} The end.`, pace: 10 },
  ]);
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  expect(await layoutShift(page)).toBeLessThan(0.01);
  const { id } = await scene.asked();
  await stage.api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  await page
    .getByRole("log")
    .getByText(/The end\.$/)
    .waitFor();
  expect(await layoutShift(page)).toBeLessThan(0.01);
});
