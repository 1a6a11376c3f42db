import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { goesOn, openAsked } from "../support/asked-page.ts";
import { askOne } from "../support/asks.ts";
import { pick } from "../support/pick.ts";
import { openStage, type Scene } from "../support/stage.ts";
import { lookedAt, tap } from "../support/tap.ts";

const stage = await openStage();

/** Whether the server has heard of no answer, not even of one that is held. */
async function isStillOpen(scene: Scene): Promise<boolean> {
  return (await stage.api.get(`/v1/conversations/${scene.id}`)).body.inquiry?.status === "open";
}

async function middleOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

test("[C-11] a tap is held, taken back, changed and sent once", async () => {
  const { scene, page, card } = await openAsked(stage, askOne);
  await tap(card, "Tea");
  await card.getByText("Answer will be sent in").waitFor();
  await card.getByRole("button", { name: "Undo" }).click();
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  await pick(card, "Coffee");
  expect(await isStillOpen(scene)).toBe(true);
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await goesOn(page);
  expect(scene.prompts()).toHaveLength(2);
  expect(scene.told()).toMatchObject([{ text: '{"answers":{"Tea or coffee?":"Coffee"}}' }]);
});

test("[X-3] a held answer can be taken back by Ctrl+Z, given again by a tap, and taken back after a reload", async () => {
  const { page, card } = await openAsked(stage, askOne);
  await tap(card, "Tea");
  await card.getByRole("button", { name: "Undo" }).waitFor();
  await page.keyboard.press("Control+z");
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  await tap(card, "Tea");
  await card.getByRole("button", { name: "Undo" }).waitFor();
  await page.reload();
  await card.getByRole("button", { name: "Undo" }).click();
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
});

test("[C-11] the click that wakes the window only picks", async () => {
  const { scene, page, card } = await openAsked(stage, askOne);
  await lookedAt(card);
  const radio = card.getByRole("radio", { name: "Tea" });
  const { x, y } = await middleOf(radio);
  await page.mouse.move(x, y);
  await page.evaluate(() => window.dispatchEvent(new FocusEvent("focus")));
  await page.mouse.down();
  await page.mouse.up();
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(await isStillOpen(scene)).toBe(true);
});

test("[C-11] a press that slips to another row answers nothing", async () => {
  const { scene, page, card } = await openAsked(stage, askOne);
  await lookedAt(card);
  const from = await middleOf(card.getByText("Tea", { exact: true }));
  const to = await middleOf(card.getByText("Coffee", { exact: true }));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  expect(await card.getByRole("radio", { checked: true }).count()).toBe(0);
  expect(await isStillOpen(scene)).toBe(true);
});

test("[C-3] text that is selected in an option picks nothing, and a digit afterwards only picks", async () => {
  const { scene, page, card } = await openAsked(stage, askOne);
  await lookedAt(card);
  const { x, y, width, height } = (await card.getByText("Coffee", { exact: true }).boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  await page.mouse.move(x + 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 2, y + height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain("offe");
  expect(await card.getByRole("radio", { checked: true }).count()).toBe(0);
  await card.getByRole("heading").first().focus();
  await page.keyboard.press("2");
  await card.getByRole("radio", { name: "Coffee", checked: true }).waitFor();
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(await isStillOpen(scene)).toBe(true);
});

test("[C-11] with a note or an open preview a tap only picks", async () => {
  const options = [{ label: "Tea", preview: { kind: "code", text: "boil()" } }, { label: "Coffee" }];
  const call = { name: "ask_user_question", input: { questions: [{ question: "Tea or coffee?", options }] } };
  const { scene, card } = await openAsked(stage, call);
  const preview = card.getByRole("button", { name: "Preview: Tea" });
  await preview.click();
  await card.getByText("boil()").waitFor();
  await tap(card, "Coffee");
  await card.getByRole("radio", { name: "Coffee", checked: true }).waitFor();
  await preview.click();
  await card.getByRole("button", { name: "Add a note" }).click();
  await card.getByRole("textbox", { name: "Note" }).fill("without milk");
  await tap(card, "Tea");
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(await isStillOpen(scene)).toBe(true);
});
