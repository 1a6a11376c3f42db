import { expect, test } from "vitest";
import { askOne } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();

test("[Z-4] what only the model reads is in no page until somebody asks what the agent received", async () => {
  const ask = { name: "AskUserQuestion", input: askOne.input };
  const scene = await stage.play("sessioner", [{ text: "One moment.", calls: [ask] }, { text: "Thank you." }]);
  const inquiry = await scene.asked();
  await stage.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  await scene.reached("idle");
  expect(JSON.stringify(scene.told())).toContain("<resume-context>");
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.getByText("Thank you.", { exact: true }).waitFor();
  const context = page.getByText("<resume-context>");
  expect(await context.isVisible()).toBe(false);
  await page.getByText("What the agent received").click();
  await context.waitFor();
});

test("[L-4] a long context shows its beginning, all of it on request, and its end where a search finds it", async () => {
  const context = `${"A line of *it*.\n\n".repeat(60)}The needle.`;
  const ask = { name: "ask_user_question", input: { ...askOne.input, context } };
  const scene = await stage.play("puppet", [{ text: "One moment.", calls: [ask] }]);
  await scene.asked();
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  const whole = page.getByRole("button", { name: "Show all" });
  const text = page.locator(".ask-context-text");
  const isCut = () => text.evaluate((element) => element.scrollHeight > element.clientHeight + 1);
  await text.locator("em").first().waitFor();
  await whole.waitFor();
  expect(await page.getByRole("radio", { name: "Tea" }).isVisible()).toBe(true);
  expect(await isCut()).toBe(true);
  // A browser's own search scrolls to what it finds, as this does.
  await text.getByText("The needle.").evaluate((element) => element.scrollIntoView());
  await page.getByRole("button", { name: "Show less" }).click();
  await whole.click();
  await expect.poll(isCut).toBe(false);
});

test("[V-1] a host's variables change what is inside, and its theme wins over the system's", async () => {
  const scene = await stage.play("puppet", [{ text: "One moment.", calls: [askOne] }]);
  await scene.asked();
  const page = await openPage(stage, { path: `/c/${scene.id}`, theme: "light" });
  const card = page.locator(".ask-user-question-inline");
  await card.waitFor();
  const ground = () => card.evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await ground();
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
  });
  expect(await ground()).not.toBe(light);
  await page.evaluate(() => document.body.style.setProperty("--ask-bg", "rgb(1, 2, 3)"));
  expect(await ground()).toBe("rgb(1, 2, 3)");
});

test("[V-1] the terminal is a theme: S4's names of classes, brackets around what can be pressed", async () => {
  const scene = await stage.play("puppet", [{ text: "One moment.", calls: [askOne] }]);
  await scene.asked();
  const page = await openPage(stage, { path: "/settings" });
  await page.getByLabel("Theme").selectOption("Terminal");
  await page.goto(`${stage.server.url}/c/${scene.id}`);
  const send = page.locator(".ask-user-question-inline:has(.ask-question-card) .ask-submit-button");
  await send.waitFor();
  const around = await send.evaluate((element) =>
    ["::before", "::after"].map((part) => getComputedStyle(element, part).content),
  );
  expect(around).toEqual(['"["', '"]"']);
  await page.locator(".ask-option-button", { hasText: "Tea" }).locator("input").check({ force: true });
  await page.locator(".ask-option-button.selected", { hasText: "Tea" }).waitFor();
});
