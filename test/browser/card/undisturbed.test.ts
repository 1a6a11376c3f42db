import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[FOCUS-1] a card that arrives while somebody writes a message takes neither the focus nor a key", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: "Hello." },
    { calls: [askOne] },
    { text: "Thanks." },
  ]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  const composer = page.getByRole("textbox", { name: "Message" });
  await composer.pressSequentially("1 ");
  const text = "1 2 1 2 1 2 1 2 1 2";
  const typing = composer.pressSequentially(text, { delay: 50 });
  await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Ask me" });
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  await typing;
  await composer.pressSequentially(text);
  expect(await composer.inputValue()).toBe(`1 ${text}${text}`);
  expect(await composer.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByRole("radio", { checked: true }).count()).toBe(0);
});

test("[CARD-6] nothing is picked when a card appears", { tags: "smoke" }, async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }]);
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  expect(await page.getByRole("radio", { checked: true }).count()).toBe(0);
});

test("[SEND-7] a message sent while a question is open answers it, as the composer says; a separate one does not", {
  tags: "smoke",
}, async () => {
  const conversation = await testServer.startConversation("scripted", [
    { calls: [askOne] },
    { text: "I go on with that." },
  ]);
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  const composer = page.getByRole("textbox", { name: "Message" });
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  await composer.fill("By the way, hello");
  await page.getByText("This message will answer").waitFor();
  await page.getByRole("button", { name: "Send as a separate message instead" }).click();
  await page.getByText("By the way, hello").waitFor();
  expect((await testServer.api.get(`/v1/conversations/${conversation.id}`)).body.status).toBe("parked");
  await composer.fill("Surprise me");
  await composer.press("Enter");
  await page.getByRole("log").getByText("I go on with that.", { exact: true }).waitFor();
  await page.locator("section[data-inquiry]").getByText("Answered by your message").waitFor();
});
