import { expect, test } from "vitest";
import { askOne } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();

test("[F-1] a card that arrives while somebody writes a message takes neither the focus nor a key", async () => {
  const scene = await stage.play("puppet", [
    { text: "Hello. ".repeat(20), pace: 50, calls: [askOne] },
    { text: "Thanks." },
  ]);
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  const composer = page.getByRole("textbox", { name: "Message" });
  await composer.focus();
  const typing = composer.pressSequentially("1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2", { delay: 50 });
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  await typing;
  expect(await composer.inputValue()).toBe("1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2");
  expect(await composer.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByRole("radio", { checked: true }).count()).toBe(0);
});

test("[C-6] nothing is picked when a card appears", async () => {
  const scene = await stage.play("puppet", [{ calls: [askOne] }]);
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  expect(await page.getByRole("radio", { checked: true }).count()).toBe(0);
});

test("[X-7] a message sent while a question is open answers it, which is said before; as separate it does not", async () => {
  const scene = await stage.play("puppet", [{ calls: [askOne] }, { text: "I go on with that." }]);
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  const composer = page.getByRole("textbox", { name: "Message" });
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  await composer.fill("By the way, hello");
  await page.getByText("This message will answer").waitFor();
  await page.getByRole("button", { name: "Send as a separate message instead" }).click();
  await page.getByText("By the way, hello").waitFor();
  expect((await stage.api.get(`/v1/conversations/${scene.id}`)).body.status).toBe("parked");
  await composer.fill("Surprise me");
  await composer.press("Enter");
  await page.getByRole("log").getByText("I go on with that.", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Answered by your message" }).waitFor();
});
