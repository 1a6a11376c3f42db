import { expect, test } from "vitest";
import { askOne } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { axeOf } from "../support/page-checks.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();

test("[WEB-2] a conversation is renamed in its place, and the list follows by itself", async () => {
  const scene = await stage.play("puppet", [{ text: "Hello." }]);
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  const rename = async () => {
    await page.getByRole("button", { name: "More about this conversation" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
  };
  const field = page.getByRole("textbox", { name: "Title of the conversation" });
  await rename();
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await field.fill("Never mind");
  await field.press("Escape");
  await field.waitFor({ state: "detached" });
  await rename();
  await field.fill("Holidays by the sea");
  await field.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Holidays by the sea" }).waitFor();
  await page
    .getByRole("list", { name: "Conversations" })
    .getByRole("link", { name: /Holidays by the sea/ })
    .waitFor();
});

test("[WEB-2] deleting asks first, says that it cannot be undone, and leads away from what is gone", async () => {
  const scene = await stage.play("puppet", [{ text: "Hello." }]);
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/c/${scene.id}`, expected: [/status of 404/] });
  const ask = async () => {
    await page.getByRole("button", { name: "More about this conversation" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
  };
  const dialog = page.getByRole("alertdialog", { name: "Delete this conversation?" });
  await ask();
  await dialog.getByText("This cannot be undone.").waitFor();
  expect(await axeOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect((await stage.api.get(`/v1/conversations/${scene.id}`)).status).toBe(200);
  await ask();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(`${stage.server.url}/`);
  expect((await stage.api.get(`/v1/conversations/${scene.id}`)).status).toBe(404);
});

test("[WEB-2] a conversation that begins elsewhere appears in the list by itself", async () => {
  const page = await openPage(stage);
  await page.getByRole("list", { name: "Conversations" }).waitFor();
  const { body } = await stage.api.post("/v1/conversations", { agent: "puppet", title: "From elsewhere" });
  const link = page.getByRole("link", { name: /From elsewhere/ });
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe(`/c/${body.id}`);
});

test("[C-9] the card's menu copies an address that leads to the question", async () => {
  const scene = await stage.play("puppet", [{ text: "One moment.", calls: [askOne] }]);
  const inquiry = await scene.asked();
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "More about this question" }).click();
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe(`${stage.server.url}/q/${inquiry.id}`);
  await page.goto(await copied());
  await page.waitForURL(`${stage.server.url}/c/${scene.id}`);
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
});

test("[C-12] a question that was answered in the chat leads to that message, from the inbox too", async () => {
  const long = "Long. \n\n".repeat(80);
  const scene = await stage.play("puppet", [{ text: "One moment.", calls: [askOne] }, { text: long }]);
  const inquiry = await scene.asked();
  await stage.api.post(`/v1/conversations/${scene.id}/messages`, { text: "Neither, I am asleep." });
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/inbox/done/${inquiry.id}` });
  await page.getByRole("link", { name: "Go to the message" }).click();
  await page.waitForURL((url) => url.pathname === `/c/${scene.id}` && url.hash !== "");
  const message = page.locator(".ask-message[data-role=person]", { hasText: "Neither, I am asleep." });
  await message.waitFor();
  await expect
    .poll(async () => {
      const box = await message.boundingBox();
      return box !== null && box.y > 0 && box.y + box.height < 800;
    })
    .toBe(true);
});

test("[F-3] the line above the composer leads to where an answer is written, as Alt+Q does", async () => {
  const scene = await stage.play("puppet", [{ text: "One moment.", calls: [askOne] }]);
  await scene.asked();
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  await stage.api.post(`/v1/conversations/${scene.id}/messages`, { text: "Long.\n".repeat(80), separate: true });
  await page.getByRole("button", { name: "Go to question" }).click();
  await page.keyboard.type("Water");
  await expect.poll(() => page.locator("[data-field=own-words]").inputValue()).toBe("Water");
});

test("[SUB-7] a sub-agent's conversation is read and stopped, and written to in its parent's only", async () => {
  const task = JSON.stringify({ script: [{ text: "I am reading.", calls: [{ name: "sleep", input: {} }] }] });
  const spawn = { name: "spawn_agents", input: { agents: [{ agent: "puppet", task }] } };
  const scene = await stage.play("lead", [{ text: "Help!", calls: [spawn] }, { text: "Done." }]);
  await scene.reached("delegating");
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.locator(".ask-child").getByRole("button", { name: "Open it" }).click();
  await page.getByText("I am reading.", { exact: true }).waitFor();
  await page.getByText("A sub-agent works here").waitFor();
  expect(await page.getByRole("textbox", { name: "Message", exact: true }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "More about this conversation" }).count()).toBe(0);
  expect(await axeOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped.").waitFor();
  await page.getByRole("button", { name: "Go to that conversation" }).click();
  await page.waitForURL(`${stage.server.url}/c/${scene.id}`);
  await page.getByText("Done.", { exact: true }).waitFor();
});
