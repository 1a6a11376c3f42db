import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { beginComposition } from "../../harness/browser/composition.ts";
import { askOne, askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const ownWords = (page: Page) => page.getByRole("textbox", { name: "Something else…" });

test("[KEYS-6] [S3-17, S3-20] two questions are found, answered, reviewed and sent by keyboard alone", async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askTwo] }, { text: "Thanks." }]);
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByRole("radio", { name: "SQLite" }).waitFor();
  const { keyboard } = page;
  await keyboard.press("Alt+q");
  await keyboard.press("ArrowDown");
  // Right after the card gets the focus it ignores digits.
  await expect
    .poll(async () => {
      await keyboard.press("2");
      return page.getByRole("radio", { name: "Postgres" }).isChecked();
    })
    .toBe(true);
  await keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Backups" }).waitFor();
  await keyboard.press("1");
  await keyboard.press("3");
  await keyboard.press("Enter");
  await page.getByRole("heading", { name: "Review your answers" }).waitFor();
  await keyboard.press("Control+Enter");
  await conversation.waitForStatus("idle");
  const [received] = conversation.newMessages();
  expect(received).toMatchObject({ text: expect.stringContaining("Postgres") });
  expect(received).toMatchObject({ text: expect.stringContaining("Backups, Traces") });
});

test("[KEYS-1] Enter that ends a composition does not send", { tags: "smoke" }, async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }, { text: "Thanks." }]);
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await ownWords(page).focus();
  const composition = await beginComposition(page);
  await composition.compose("にほんちゃ");
  await composition.pressEnter();
  await composition.commit("日本茶");
  expect(await ownWords(page).inputValue()).toBe("日本茶");
  expect((await testServer.api.get(`/v1/conversations/${conversation.id}`)).body.status).toBe("parked");
});

test("[KEYS-4] repeated Escape neither sends nor clears", { tags: "smoke" }, async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }, { text: "Thanks." }]);
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await ownWords(page).fill("Something long that took a while");
  for (let count = 0; count < 4; count++) await page.keyboard.press("Escape");
  await page.reload();
  await page.getByText("Something long that took a while").waitFor();
  expect((await testServer.api.get(`/v1/conversations/${conversation.id}`)).body.status).toBe("parked");
});

test("[KEYS-6] digits in the own words are typed", async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }, { text: "Thanks." }]);
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await ownWords(page).pressSequentially("2 of 1");
  expect(await ownWords(page).inputValue()).toBe("2 of 1");
  expect(await page.getByRole("radio", { name: "Coffee" }).isChecked()).toBe(false);
});
