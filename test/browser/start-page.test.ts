import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();
const hello = JSON.stringify({ script: [{ text: "Hello." }] });
const fieldOn = (page: Page) => page.getByRole("textbox", { name: "First message" });

/** A page whose person has started a conversation with a server that takes its time, has left, and has come back. */
async function openAgain() {
  const page = await openPage(stage);
  const answer = Promise.withResolvers<void>();
  const keys: unknown[] = [];
  await page.route("**/v1/conversations", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    await answer.promise;
    await route.continue();
  });
  await page.getByRole("radio", { name: /^puppet/ }).check();
  await fieldOn(page).fill(hello);
  await fieldOn(page).press("Enter");
  await expect.poll(() => keys.length).toBe(1);
  await page.getByRole("link", { name: "Inbox" }).click();
  await page.waitForURL(/\/inbox/);
  await page.getByRole("link", { name: "New conversation" }).click();
  await expect.poll(() => fieldOn(page).inputValue()).toBe(hello);
  /** Lets the server answer, and waits until the page has it. */
  const arrive = async () => {
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    answer.resolve();
    const { id } = await (await answered).json();
    await page.locator(`a[href="/c/${id}"]`).waitFor();
  };
  return { page, keys, arrive };
}

test("[D-7] who leaves while a conversation starts is not taken away, and keeps what they write after that", async () => {
  const { page, arrive } = await openAgain();
  await fieldOn(page).fill(`${hello} and much more`);
  await arrive();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await fieldOn(page).inputValue()).toBe(`${hello} and much more`);
  await page.reload();
  await expect.poll(() => fieldOn(page).inputValue()).toBe(`${hello} and much more`);
});

test("[D-7] who leaves while a conversation starts, and changes nothing, does not find its words again", async () => {
  const { page, arrive } = await openAgain();
  await arrive();
  await expect.poll(() => fieldOn(page).inputValue()).toBe("");
  await page.reload();
  await page.getByRole("radio", { name: /^puppet/ }).waitFor();
  expect(await fieldOn(page).inputValue()).toBe("");
});

test("[D-7] who comes back while a conversation starts, and presses again, starts the same one", async () => {
  const { page, keys, arrive } = await openAgain();
  await page.getByRole("radio", { name: /^puppet/ }).check();
  await fieldOn(page).press("Enter");
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[0]).toBe(keys[1]);
  await arrive();
  await page.waitForURL(/\/c\//);
});
