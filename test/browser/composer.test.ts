import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openAsked, openBeforeAsked } from "../support/asked-page.ts";
import { askOne, askTwo } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();
const offline = { expected: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] };
const composerOn = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const conversation = async (id: string) => (await stage.api.get(`/v1/conversations/${id}`)).body;

test("[X-6] a message written for one question never answers another that was asked meanwhile", async () => {
  const script = [{ calls: [askOne] }, { calls: [askTwo] }, { text: "Thank you." }];
  const scene = await stage.play("puppet", script);
  const { id } = await scene.asked();
  const page = await openPage(stage, { path: `/c/${scene.id}`, ...offline });
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  await page.context().setOffline(true);
  await page.route("**/v1/**", (route) => route.abort());
  await composerOn(page).fill("Yes, go ahead");
  await composerOn(page).press("Enter");
  await page.locator(".ask-outgoing").waitFor();
  await stage.api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  const second = await scene.asked(2);
  await page.unroute("**/v1/**");
  await page.context().setOffline(false);
  await expect.poll(() => conversation(scene.id), { timeout: 20_000 }).toMatchObject({ waitingMessages: 1 });
  expect((await conversation(scene.id)).inquiry).toMatchObject({ id: second.id, status: "open" });
});

test("[X-7] a message that is sent in the moment in which a question comes does not answer it", async () => {
  const { page, scene, ask } = await openBeforeAsked(stage, askOne);
  await composerOn(page).fill("And another thing");
  // Sooner than any hand: as soon as it is said that it would answer.
  const sent = composerOn(page).evaluate(async (field) => {
    while (!document.querySelector(".ask-composer-notice")) await new Promise(requestAnimationFrame);
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  await ask();
  await sent;
  await page.getByRole("log").getByText("And another thing").waitFor();
  expect(await conversation(scene.id)).toMatchObject({ waitingMessages: 1, inquiry: { status: "open" } });
});

test("[D-7] a message that waits for the connection is sent by the page that is opened next, whatever that shows", async () => {
  const scene = await stage.play("puppet", [{ text: "Hello." }, { text: "Hello again." }]);
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/c/${scene.id}`, ...offline });
  await page.getByText("Hello.", { exact: true }).waitFor();
  const context = page.context();
  await context.setOffline(true);
  await composerOn(page).fill("Go on");
  await composerOn(page).press("Enter");
  // The browser has it by then.
  await page.locator(".ask-outgoing:not([data-status=new])").waitFor();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(`${stage.server.url}/settings`);
  await expect.poll(() => scene.prompts().length, { timeout: 10_000 }).toBe(2);
});

test("[D-7] what is written before the kept text is found comes after it", async () => {
  const { page } = await openAsked(stage, askOne);
  await composerOn(page).fill("half a thought");
  const known = Promise.withResolvers<void>();
  await page.route("**/v1/me", async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.reload();
  await composerOn(page).pressSequentially("hm");
  known.resolve();
  await expect.poll(() => composerOn(page).inputValue()).toBe("half a thought\nhm");
});

test("[D-7] what is written while a conversation starts is there when one comes back", async () => {
  const page = await openPage(stage);
  const field = page.getByRole("textbox", { name: "Message" });
  await page.getByRole("radio", { name: /^puppet/ }).waitFor();
  await field.fill(JSON.stringify({ script: [{ text: "Hello." }] }));
  const started = Promise.withResolvers<void>();
  await page.route("**/v1/conversations", async (route) => {
    if (route.request().method() === "POST") await started.promise;
    await route.continue();
  });
  await field.press("Enter");
  await field.fill("and another thing");
  started.resolve();
  await page.waitForURL(/\/c\//);
  await page.goto(stage.server.url);
  await expect.poll(() => field.inputValue()).toBe("and another thing");
});

test("[C-1] no line leads to a question whose card came after the word of it and is in sight", async () => {
  const scene = await stage.play("puppet", [{ text: "One moment.", calls: [askOne] }]);
  await scene.asked();
  const page = await openPage(stage, { path: "/settings" });
  let isOld = true;
  await page.route("**/transcript**", async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({ json: isOld ? { ...json, items: [] } : json });
  });
  await page.goto(`${stage.server.url}/c/${scene.id}`);
  const goThere = page.getByRole("button", { name: "Go to question" });
  await goThere.waitFor();
  isOld = false;
  await stage.api.patch(`/v1/conversations/${scene.id}`, { title: "Breakfast" });
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  await goThere.waitFor({ state: "detached" });
});

test("[C-1] the line leads to a question however far above it stands", async () => {
  const scene = await stage.play("puppet", [{ text: "One moment.", calls: [askOne] }]);
  await scene.asked();
  for (let count = 0; count < 210; count += 1)
    await stage.api.post(`/v1/conversations/${scene.id}/messages`, { text: `Aside ${count}`, separate: true });
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.getByRole("button", { name: "Go to question" }).click();
  await page.getByRole("radio", { name: "Coffee" }).check();
});

test("[F-3] Alt+Q that writes a letter is left to whoever writes, and leads to the question otherwise", async () => {
  const { page, card } = await openAsked(stage, askOne);
  await composerOn(page).fill("half a thought");
  const isTaken = (key: string) =>
    composerOn(page).evaluate((field, letter) => {
      const options = { key: letter, code: "KeyQ", altKey: true, bubbles: true, cancelable: true };
      return !field.dispatchEvent(new KeyboardEvent("keydown", options));
    }, key);
  expect(await isTaken("œ")).toBe(false);
  expect(await card.locator(":focus").count()).toBe(0);
  expect(await isTaken("q")).toBe(true);
  expect(await card.locator(":focus").count()).toBe(1);
});
