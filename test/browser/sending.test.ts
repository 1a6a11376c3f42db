import { expect, test } from "vitest";
import { goesOn, openAsked, ownWordsOf } from "../support/asked-page.ts";
import { askOne, askTwo } from "../support/asks.ts";
import { openStage } from "../support/stage.ts";
import { lookedAt, review } from "../support/tap.ts";

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

test("[N-5] Retry asks first where an answer has lost a part since it failed", async () => {
  const { scene, page, card } = await openAsked(stage, askTwo, { expected: [/status of 500/] });
  await page.route("**/answer", (route) => route.fulfill({ status: 500, json: problem }), { times: 1 });
  await card.getByRole("radio", { name: "SQLite" }).check();
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("checkbox", { name: "Traces" }).check();
  await review(card);
  await card.getByRole("button", { name: "Send", exact: true }).click();
  const retry = card.getByRole("button", { name: "Retry" });
  await retry.waitFor();
  await card.getByRole("navigation").getByRole("button", { name: /^2/ }).click();
  await card.getByRole("checkbox", { name: "Traces" }).uncheck();
  await retry.click();
  await card.getByText("1 question without an answer").waitFor();
  await retry.click();
  const confirm = card.getByRole("group", { name: "Send 1 of 2 answers? The rest will be marked as skipped." });
  await confirm.waitFor();
  expect(scene.prompts()).toHaveLength(1);
  await lookedAt(card);
  await confirm.getByRole("button", { name: "Send 1 answer" }).click();
  await goesOn(page);
  expect(scene.told()).toMatchObject([{ text: expect.stringContaining('"skipped":["Which extras?"]') }]);
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
