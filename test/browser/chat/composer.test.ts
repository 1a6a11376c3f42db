import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { openInquiryPage, openPageBeforeInquiry } from "../../harness/browser/inquiry-page.ts";
import { askOne, askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const offline = { expected: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] };
const composerOn = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const readConversation = async (id: string) => (await testServer.api.get(`/v1/conversations/${id}`)).body;

test("[SEND-6] a message written for one question never answers another that was asked meanwhile", async () => {
  const script = [{ calls: [askOne] }, { calls: [askTwo] }, { text: "Thank you." }];
  const conversation = await testServer.startConversation("scripted", script);
  const { id } = await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, ...offline });
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  await page.context().setOffline(true);
  await page.route("**/v1/**", (route) => route.abort());
  await composerOn(page).fill("Yes, go ahead");
  await composerOn(page).press("Enter");
  await page.locator(".ask-outgoing").waitFor();
  await testServer.api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  const second = await conversation.waitForInquiry(2);
  await page.unroute("**/v1/**");
  await page.context().setOffline(false);
  await expect.poll(() => readConversation(conversation.id)).toMatchObject({ waitingMessages: 1 });
  expect((await readConversation(conversation.id)).inquiry).toMatchObject({ id: second.id, status: "open" });
});

test("[SEND-7] a message sent just when a question appears does not answer it", async () => {
  const { page, conversation, ask } = await openPageBeforeInquiry(testServer, askOne);
  await composerOn(page).fill("And another thing");
  // Sent as soon as the composer says that the message will answer, faster than a person can.
  const sent = composerOn(page).evaluate(async (field) => {
    while (!document.querySelector(".ask-composer-notice")) await new Promise(requestAnimationFrame);
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  await ask();
  await sent;
  await page.getByRole("log").getByText("And another thing").waitFor();
  expect(await readConversation(conversation.id)).toMatchObject({ waitingMessages: 1, inquiry: { status: "open" } });
});

test("[DRAFT-7] a message that waits for the connection is sent by the page that is opened next, whatever that shows", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }, { text: "Hello again." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, ...offline });
  await page.getByText("Hello.", { exact: true }).waitFor();
  const context = page.context();
  await context.setOffline(true);
  await composerOn(page).fill("Go on");
  await composerOn(page).press("Enter");
  // The browser has stored it by then.
  await page.locator(".ask-outgoing:not([data-status=new])").waitFor();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(`${testServer.server.url}/settings`);
  await expect.poll(() => conversation.prompts().length).toBe(2);
});

test("[DRAFT-7] text typed before the stored draft is loaded comes after the draft", async () => {
  const { page } = await openInquiryPage(testServer, askOne);
  await composerOn(page).fill("half a thought");
  const loaded = Promise.withResolvers<void>();
  await page.route("**/v1/me", async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.reload();
  // The card takes the focus once when it appears, and must not take it between two keys of this test.
  await page.locator(".ask-card").getByRole("textbox").and(page.locator(":focus")).waitFor();
  await composerOn(page).pressSequentially("hm");
  loaded.resolve();
  await expect.poll(() => composerOn(page).inputValue()).toBe("half a thought\nhm");
});

test("[DRAFT-7] text written while a conversation starts is there on return", async () => {
  const page = await openPage(testServer);
  const field = page.getByRole("textbox", { name: "Message" });
  await page.getByRole("radio", { name: "Scripted" }).waitFor();
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
  await page.goto(testServer.server.url);
  await expect.poll(() => field.inputValue()).toBe("and another thing");
});

test("[CARD-1] no line leads to a question whose card appears after its event and is in view", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "One moment.", calls: [askOne] }]);
  await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: "/settings" });
  let isOld = true;
  await page.route("**/transcript**", async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({ json: isOld ? { ...json, items: [] } : json });
  });
  await page.goto(`${testServer.server.url}/c/${conversation.id}`);
  const goThere = page.getByRole("button", { name: "Go to question" });
  await goThere.waitFor();
  isOld = false;
  await testServer.api.patch(`/v1/conversations/${conversation.id}`, { title: "Breakfast" });
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  await goThere.waitFor({ state: "detached" });
});

test("[CARD-1] the line leads to a question however far above it is", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "One moment.", calls: [askOne] }]);
  await conversation.waitForInquiry();
  for (let count = 0; count < 210; count += 1)
    await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, {
      text: `Aside ${count}`,
      separate: true,
    });
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByRole("button", { name: "Go to question" }).click();
  await page.getByRole("radio", { name: "Coffee" }).click({ trial: true });
});

test("[FOCUS-3] Alt+Q that types a letter is left to the text field, and leads to the question otherwise", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
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
