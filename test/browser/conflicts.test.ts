import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { createApi } from "../support/api.ts";
import { cardOn, goesOn, isFocused, openAsked, ownWordsOf } from "../support/asked-page.ts";
import { askOne } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();

/** Writes, and leaves the caret in the middle of it. */
async function write(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.evaluate((node: HTMLTextAreaElement) => {
    node.setSelectionRange(3, 3);
    Object.assign(node, { isMarked: true });
  });
}

test("[X-2] of two who send at once one wins, and the other keeps their text", async () => {
  const { scene, page, card } = await openAsked(stage, askOne, { expected: [/status of 409/] });
  const path = new URL(page.url()).pathname;
  const other = cardOn(await openPage(stage, { path, as: "colleague", expected: [/status of 409/] }));
  await ownWordsOf(card).fill("Water");
  await ownWordsOf(other).fill("Juice");
  const buttons = [card, other].map((one) => one.getByRole("button", { name: "Send", exact: true }).elementHandle());
  const [mine, theirs] = await Promise.all(buttons);
  await Promise.all([mine, theirs].map((button) => button?.evaluate((node: HTMLElement) => node.click())));
  await scene.reached("idle");
  for (const one of [card, other]) await one.and(one.page().locator("[data-state=answered]")).waitFor();
  const isOwner = JSON.stringify(scene.told()).includes("Water");
  const [winner, loser, lost] = isOwner ? [card, other, "Juice"] : [other, card, "Water"];
  await winner.getByText("You answered").waitFor();
  await loser.locator(".ask-recovered", { hasText: lost }).waitFor();
  expect(scene.prompts()).toHaveLength(2);
  expect(await scene.faults()).toEqual([]);
});

test("[F-6] a question that is withdrawn while somebody writes leaves them field, caret and text", async () => {
  const agent = createApi(stage.server, stage.server.keys.ask);
  const { page, card, path } = await openAsked(stage, askOne, { by: agent });
  const field = ownWordsOf(card);
  await write(field, "I would rather");
  await agent.post(`${path}/withdraw`);
  await card.getByText("puppet withdrew this question").waitFor();
  await card.getByText("You had written").waitFor();
  expect(await isFocused(field)).toBe(true);
  expect(await field.getAttribute("readonly")).not.toBeNull();
  expect(
    await field.evaluate((node: HTMLTextAreaElement) => [node.value, node.selectionStart, "isMarked" in node]),
  ).toEqual(["I would rather", 3, true]);
  await page.keyboard.type("x");
  expect(await field.inputValue()).toBe("I would rather");
  expect(await card.getByRole("button", { name: "Send", exact: true }).count()).toBe(0);

  await page.getByRole("textbox", { name: "Message", exact: true }).focus();
  await field.waitFor({ state: "detached" });
  await card.locator(".ask-recovered", { hasText: "I would rather" }).waitFor();
});

test("[D-6] what was written when the run is stopped can be sent as a message, or discarded", async () => {
  const { scene, page, card } = await openAsked(stage, askOne);
  await ownWordsOf(card).fill("Neither of them");
  await stage.api.post(`/v1/conversations/${scene.id}/stop`);
  await card.getByRole("button", { name: "Send as a message" }).click();
  await page.locator(".ask-said", { hasText: "Neither of them" }).waitFor();
  await card.getByText("You had written").waitFor({ state: "detached" });
  await page.reload();
  await card.waitFor();
  expect(await card.getByText("You had written").count()).toBe(0);
});

test("[X-6] an answer given offline waits, and is delivered once when the connection is back", async () => {
  const { scene, page, card } = await openAsked(stage, askOne, { expected: [/ERR_INTERNET_DISCONNECTED/] });
  await page.context().setOffline(true);
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await card.getByText("Your answer will be sent when you are back").waitFor();
  expect(await ownWordsOf(card).inputValue()).toBe("Water");
  expect(scene.prompts()).toHaveLength(1);
  await page.context().setOffline(false);
  await goesOn(page);
  expect(scene.prompts()).toHaveLength(2);
  expect(scene.told()).toMatchObject([{ text: expect.stringContaining("Water") }]);
});

test("[X-6] an answer that waits for the connection can be called off", async () => {
  const { scene, page, card } = await openAsked(stage, askOne, { expected: [/ERR_INTERNET_DISCONNECTED/] });
  await page.context().setOffline(true);
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await card.getByRole("button", { name: "Cancel sending" }).click();
  await page.context().setOffline(false);
  await ownWordsOf(card).fill("Water, but later");
  await expect.poll(() => card.getByText("Offline.").count()).toBe(0);
  expect((await stage.api.get(`/v1/conversations/${scene.id}`)).body.inquiry.status).toBe("open");
});
