import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const hello = JSON.stringify({ script: [{ text: "Hello." }] });
const fieldOn = (page: Page) => page.getByRole("textbox", { name: "First message" });

/** A page on which a conversation was started on a slow server, left, and opened again. */
async function openAgain() {
  const page = await openPage(testServer);
  const answer = Promise.withResolvers<void>();
  const keys: unknown[] = [];
  await page.route("**/v1/conversations", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    await answer.promise;
    await route.continue();
  });
  await page.getByRole("radio", { name: "Scripted" }).check();
  await fieldOn(page).fill(hello);
  await fieldOn(page).press("Enter");
  await expect.poll(() => keys.length).toBe(1);
  await page.getByRole("link", { name: "Inbox" }).click();
  await page.waitForURL(/\/inbox/);
  await page.getByRole("link", { name: "New conversation" }).click();
  await expect.poll(() => fieldOn(page).inputValue()).toBe(hello);
  /** Lets the server respond, and waits until the page has the response. */
  const arrive = async () => {
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    answer.resolve();
    const { id } = await (await answered).json();
    await page.locator(`a[href="/c/${id}"]`).waitFor();
  };
  return { page, keys, arrive };
}

test("[DRAFT-7] leaving while a conversation starts causes no navigation, and text written after that is kept", async () => {
  const { page, arrive } = await openAgain();
  await fieldOn(page).fill(`${hello} and much more`);
  await arrive();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await fieldOn(page).inputValue()).toBe(`${hello} and much more`);
  await page.reload();
  await expect.poll(() => fieldOn(page).inputValue()).toBe(`${hello} and much more`);
});

test("[DRAFT-7] leaving while a conversation starts, without changes, leaves an empty composer", async () => {
  const { page, arrive } = await openAgain();
  await arrive();
  await expect.poll(() => fieldOn(page).inputValue()).toBe("");
  await page.reload();
  await page.getByRole("radio", { name: "Scripted" }).waitFor();
  expect(await fieldOn(page).inputValue()).toBe("");
});

test("[DRAFT-7] pressing Send again on return while a conversation starts creates no second one", async () => {
  const { page, keys, arrive } = await openAgain();
  await page.getByRole("radio", { name: "Scripted" }).check();
  await fieldOn(page).press("Enter");
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[0]).toBe(keys[1]);
  await arrive();
  await page.waitForURL(/\/c\//);
});
