import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { readEverythingStored } from "../../harness/browser/everything-stored.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { createApi } from "../../harness/server/api.ts";
import { callerKey } from "../../harness/server/caller.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const program = createApi(testServer.server, callerKey);
/** With keys that mean something else outside fields: digits, "?", "e", "n" and "o". */
const canary = "7canary-e?-n0o-hunter2";

async function openSecret(): Promise<{ readonly id: string; readonly page: Page }> {
  const body = { questions: [{ question: "Which password?", secret: true }] };
  const { id, conversationId } = (await program.post("/v1/inquiries", body)).body;
  return { id, page: await openPage(testServer, { path: `/c/${conversationId}`, expected: [/status of 422/] }) };
}

const fieldOf = (page: Page) => page.locator("section[data-inquiry] input[type=password]");
const sendOf = (page: Page) => page.getByRole("button", { name: "Send sealed" });

/** All that the page shows and holds in fields, as one text. */
function shownBy(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
    return [
      document.documentElement.outerHTML,
      document.title,
      location.href,
      ...fields.map((field) => field.value),
    ].join("\n");
  });
}

test("[SECRET-6] nothing of a secret that was sent is left in the page or in the browser, also after a reload", async () => {
  const { id, page } = await openSecret();
  await fieldOf(page).pressSequentially(canary);
  expect(await axeOf(page)).toEqual([]);
  // Another draft of the same browser is stored at once, so that what is typed here had time to be.
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("kept on purpose");
  await expect.poll(() => readEverythingStored(page)).toContain("kept on purpose");
  expect(await readEverythingStored(page)).not.toContain(canary);
  await sendOf(page).click();
  await page.locator("section[data-inquiry]").getByText("You answered").waitFor();
  for (const look of ["at once", "after a reload"]) {
    expect(await shownBy(page), look).not.toContain(canary);
    expect(await readEverythingStored(page), look).not.toContain(canary);
    await page.reload();
    await page.locator("section[data-inquiry]").getByText("You answered").waitFor();
  }
  const { secret: handle } = (await program.get(`/v1/inquiries/${id}`)).body.resolution.answers[0];
  expect((await program.post(`/v1/secrets/${handle}`)).body).toEqual({ secret: canary });
});

test("[SECRET-6] a secret that could not be sent stays in its field alone, and is sent from there", async () => {
  const { page } = await openSecret();
  const refusal = (route: Parameters<Parameters<Page["route"]>[1]>[0]) =>
    route.fulfill({ status: 422, contentType: "application/problem+json", body: '{"title":"Not now","status":422}' });
  await page.route("**/answer", refusal);
  await fieldOf(page).fill(canary);
  await sendOf(page).click();
  await page.getByRole("alert").waitFor();
  expect(await fieldOf(page).inputValue()).toBe(canary);
  expect(await readEverythingStored(page)).not.toContain(canary);
  await page.unroute("**/answer", refusal);
  await sendOf(page).click();
  await page.locator("section[data-inquiry]").getByText("You answered").waitFor();
  expect(await shownBy(page)).not.toContain(canary);
  expect(await readEverythingStored(page)).not.toContain(canary);
});
