import { expect, test } from "vitest";
import { goesOn, openAsked, ownWordsOf } from "../support/asked-page.ts";
import { askOne } from "../support/asks.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();
const problem = {
  type: "about:blank",
  title: "The server is having a rest",
  status: 500,
  code: "internal",
  hint: "Wait.",
};

test("[X-1] an answer whose reply is lost is sent again under the same key, and is recorded once", async () => {
  const { scene, page, card } = await openAsked(stage, askOne, { expected: [/ERR_FAILED/] });
  const keys: (string | undefined)[] = [];
  await page.route("**/answer", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await goesOn(page);
  await expect.poll(() => keys.length).toBe(2);
  expect(new Set(keys).size).toBe(1);
  await card.getByText("You answered").waitFor();
  expect(scene.prompts()).toHaveLength(2);
  expect(await scene.faults()).toEqual([]);
});

test("[X-1] what the server refuses is told, nothing is lost, and Retry sends it once", async () => {
  const { scene, page, card } = await openAsked(stage, askOne, { expected: [/status of 500/] });
  await page.route("**/answer", (route) => route.fulfill({ status: 500, json: problem }), { times: 1 });
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await card.getByText("Could not send: The server is having a rest. Nothing was lost.").waitFor();
  expect(await ownWordsOf(card).inputValue()).toBe("Water");
  expect(await ownWordsOf(card).isEditable()).toBe(true);
  await card.getByRole("button", { name: "Retry" }).click();
  await goesOn(page);
  expect(scene.prompts()).toHaveLength(2);
  expect(scene.told()).toMatchObject([{ text: expect.stringContaining("Water") }]);
});

test("[X-6] an answer that waits for the connection is sent by the page that is opened next", async () => {
  const { scene, page, card } = await openAsked(stage, askOne, { expected: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });
  const context = page.context();
  await context.setOffline(true);
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await card.getByText("Your answer will be sent when you are back").waitFor();
  const url = page.url();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(url);
  await goesOn(again);
  expect(scene.prompts()).toHaveLength(2);
  expect(scene.told()).toMatchObject([{ text: expect.stringContaining("Water") }]);
});
