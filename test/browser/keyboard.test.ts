import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { askOne, askTwo } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { beginComposition } from "../support/composition.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();
const ownWords = (page: Page) => page.getByRole("textbox", { name: "In your own words" });

test("[K-6] two questions are found, answered, reviewed and sent by keyboard alone", async () => {
  const scene = await stage.play("puppet", [{ calls: [askTwo] }, { text: "Thanks." }]);
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.getByRole("radio", { name: "SQLite" }).waitFor();
  const { keyboard } = page;
  await keyboard.press("Alt+q");
  await keyboard.press("ArrowDown");
  // Just after the card was given the focus it is deaf to digits.
  await expect
    .poll(
      async () => {
        await keyboard.press("2");
        return page.getByRole("radio", { name: "Postgres" }).isChecked();
      },
      { timeout: 15_000 },
    )
    .toBe(true);
  await keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Backups" }).waitFor();
  await keyboard.press("1");
  await keyboard.press("3");
  await keyboard.press("Enter");
  await page.getByRole("heading", { name: "Review your answers" }).waitFor();
  await keyboard.press("Control+Enter");
  await scene.reached("idle");
  const [told] = scene.told();
  expect(told).toMatchObject({ text: expect.stringContaining("Postgres") });
  expect(told).toMatchObject({ text: expect.stringContaining("Backups, Traces") });
});

test("[K-1] Enter that ends a composition does not send", async () => {
  const scene = await stage.play("puppet", [{ calls: [askOne] }, { text: "Thanks." }]);
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await ownWords(page).focus();
  const composition = await beginComposition(page);
  await composition.compose("にほんちゃ");
  await composition.pressEnter();
  await composition.commit("日本茶");
  expect(await ownWords(page).inputValue()).toBe("日本茶");
  expect((await stage.api.get(`/v1/conversations/${scene.id}`)).body.status).toBe("parked");
});

test("[K-4] Escape, again and again, neither sends nor clears", async () => {
  const scene = await stage.play("puppet", [{ calls: [askOne] }, { text: "Thanks." }]);
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await ownWords(page).fill("Something long that took a while");
  for (let count = 0; count < 4; count++) await page.keyboard.press("Escape");
  await page.reload();
  await page.getByText("Something long that took a while").waitFor();
  expect((await stage.api.get(`/v1/conversations/${scene.id}`)).body.status).toBe("parked");
});

test("[K-6] digits in the own words are typed", async () => {
  const scene = await stage.play("puppet", [{ calls: [askOne] }, { text: "Thanks." }]);
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await ownWords(page).pressSequentially("2 of 1");
  expect(await ownWords(page).inputValue()).toBe("2 of 1");
  expect(await page.getByRole("radio", { name: "Coffee" }).isChecked()).toBe(false);
});
