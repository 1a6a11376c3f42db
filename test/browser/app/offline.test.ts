import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { failOnPageErrors, openPage } from "../../harness/browser/browser.ts";
import { answerQuickly, type OpenInquiry, openInquiry, rowOf } from "../../harness/browser/inbox.ts";
import { cardOn } from "../../harness/browser/inquiry-page.ts";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { freePort } from "../../harness/postgres/postgres-cluster.ts";
import { startTestServer, type TestConversation, type TestServer } from "../../harness/server/test-server.ts";

/** What the browser reports while it cannot reach the server. */
const expected = [/Failed to load resource|ERR_|Failed to fetch/];

/** An inquiry to answer, a conversation to write to, and a held answer to undo. */
interface Given {
  readonly asked: OpenInquiry;
  readonly conversation: TestConversation;
  readonly held: OpenInquiry;
}

async function prepare(testServer: TestServer): Promise<Given> {
  const asked = await openInquiry(testServer, "Tea or coffee?");
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }, { text: "Got it." }]);
  await conversation.waitForStatus("idle");
  const held = await openInquiry(testServer, "Cake or bread?");
  await hold(testServer, held, 300);
  return { asked, conversation, held };
}

async function hold(testServer: TestServer, { inquiryId }: OpenInquiry, seconds: number): Promise<void> {
  const body = { answers: [{ question: "q1", options: ["o1"] }], hold: seconds };
  await testServer.api.post(`/v1/inquiries/${inquiryId}/answer`, body);
}

interface Tabs {
  readonly inbox: Page;
  readonly chat: Page;
}

/** Opens the inbox and the conversation, each in a tab that can be reloaded offline. */
async function openTabs(testServer: TestServer, { conversation }: Given): Promise<Tabs> {
  const inbox = await openPage(testServer, { path: "/inbox", serviceWorker: true, expected });
  await inbox.evaluate(() => navigator.serviceWorker.ready);
  const chat = await openTab(inbox.context(), `${testServer.server.url}/c/${conversation.id}`);
  const tabs = { inbox, chat };
  await areLoaded(tabs);
  return tabs;
}

async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  failOnPageErrors(page, expected);
  await page.goto(url);
  return page;
}

async function areLoaded({ inbox, chat }: Tabs): Promise<void> {
  await rowOf(inbox, "Tea or coffee?").getByRole("button", { name: "Coffee" }).waitFor();
  await notices(inbox).getByRole("button", { name: /^Undo/ }).waitFor();
  await chat.getByText("Hello.", { exact: true }).waitFor();
}

const notices = (inbox: Page) => inbox.getByRole("region", { name: "Notices" });

/** Gives a quick answer, an undo and a message while the server is away. */
async function giveAll({ inbox, chat }: Tabs): Promise<void> {
  await notices(inbox).getByRole("button", { name: /^Undo/ }).click();
  const row = rowOf(inbox, "Tea or coffee?");
  await answerQuickly(row, "Coffee");
  const composer = chat.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill("Go on");
  await composer.press("Enter");
}

/** The three submissions are shown as waiting. */
async function areWaiting({ inbox, chat }: Tabs): Promise<void> {
  await notices(inbox).getByText("‘Coffee’ will be sent to Scripted when the server can be reached again.").waitFor();
  await notices(inbox).getByText("Not undone yet.").waitFor();
  await chat.locator(".ask-outgoing[data-status=waiting]", { hasText: "Go on" }).waitFor();
}

/** The server has recorded each of the three once. */
async function areRecordedOnce({ asked, conversation, held }: Given): Promise<void> {
  const count = async (some: TestConversation, type: string, text = "") =>
    (await some.log()).filter((event) => event.type === type && JSON.stringify(event).includes(text)).length;
  await expect.poll(() => count(held.conversation, "inquiry.reopened"), { timeout: 60_000 }).toBe(1);
  await expect.poll(() => count(conversation, "message.received", "Go on"), { timeout: 60_000 }).toBe(1);
  await expect.poll(() => count(asked.conversation, "inquiry.resolved"), { timeout: 60_000 }).toBe(1);
  await asked.conversation.waitForStatus("idle");
  await conversation.waitForStatus("idle");
  expect(asked.conversation.newMessages()).toMatchObject([{ text: expect.stringContaining("Coffee") }]);
  expect(await count(asked.conversation, "inquiry.held")).toBe(1);
  expect(await count(asked.conversation, "inquiry.resolved")).toBe(1);
  expect(await count(conversation, "message.received", "Go on")).toBe(1);
  expect(await count(held.conversation, "inquiry.reopened")).toBe(1);
  expect(await count(held.conversation, "inquiry.resolved")).toBe(0);
  for (const { prompts } of [asked.conversation, conversation]) expect(prompts()).toHaveLength(2);
}

/** The requests with which submissions arrived, by the last part of their path. */
function watchArrivals(context: BrowserContext): () => string[] {
  const arrived: string[] = [];
  context.on("response", (response) => {
    const { pathname } = new URL(response.url());
    const route = pathname.split("/").at(-1) ?? "";
    const isSubmission = response.request().method() === "POST" && ["answer", "retract", "messages"].includes(route);
    if (isSubmission && response.ok()) arrived.push(route);
  });
  return () => arrived.toSorted();
}

test("[SEND-8] what is given while the server is down is sent once when it is up again", async () => {
  const args = ["--port", String(await freePort())];
  const testServer = await startTestServer({ args });
  const { server, promptFile } = testServer;
  const given = await prepare(testServer);
  const tabs = await openTabs(testServer, given);
  await server.kill();
  for (const page of Object.values(tabs)) await page.getByText("No connection.").waitFor();
  await giveAll(tabs);
  await areWaiting(tabs);
  await startTestServer({ args, dataDir: server.dataDir, env: { ASKBACK_TEST_PROMPTS: promptFile } });
  await areRecordedOnce(given);
  await tabs.chat.getByRole("log").getByText("Got it.", { exact: true }).waitFor();
  await tabs.chat.locator(".ask-outgoing").waitFor({ state: "detached" });
  await rowOf(tabs.inbox, "Cake or bread?").getByRole("button", { name: "Tea" }).waitFor();
});

test("[SEND-8] what is given offline is shown after a reload, and is sent once when the connection is back", async () => {
  const testServer = await startTestServer();
  const given = await prepare(testServer);
  const tabs = await openTabs(testServer, given);
  const context = tabs.inbox.context();
  await context.setOffline(true);
  await giveAll(tabs);
  await areWaiting(tabs);
  for (const page of Object.values(tabs)) await page.reload();
  await areWaiting(tabs);
  await context.setOffline(false);
  await areRecordedOnce(given);
});

test("[SEND-8] what is given offline in one tab is shown in the others, and one of them sends it", async () => {
  const testServer = await startTestServer();
  const given = await prepare(testServer);
  const tabs = await openTabs(testServer, given);
  const context = tabs.inbox.context();
  const others = {
    inbox: await openTab(context, tabs.inbox.url()),
    chat: await openTab(context, tabs.chat.url()),
  };
  await areLoaded(others);
  const arrivals = watchArrivals(context);
  await context.setOffline(true);
  await giveAll(tabs);
  for (const some of [tabs, others]) await areWaiting(some);
  await context.setOffline(false);
  await areRecordedOnce(given);
  expect(arrivals()).toEqual(["answer", "messages", "retract"]);
  for (const { chat } of [tabs, others]) await chat.locator(".ask-outgoing").waitFor({ state: "detached" });
});

test("[SEND-8] an undo that comes after the hold is over says that the answer was delivered", async () => {
  const testServer = await startTestServer();
  const held = await openInquiry(testServer, "Cake or bread?");
  const path = `/c/${held.conversation.id}`;
  const page = await openPage(testServer, { path, expected });
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  // A card with the focus stays a form.
  await page.getByRole("textbox", { name: "Message", exact: true }).focus();
  await hold(testServer, held, 8);
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  await page.context().setOffline(true);
  await undo.click();
  const card = cardOn(page);
  await card.getByText("Not undone yet.").waitFor();
  await held.conversation.waitForStatus("idle");
  await page.context().setOffline(false);
  await card.getByText("Too late to undo: your answer was delivered.").waitFor();
  const events = await held.conversation.log();
  expect(events.filter(({ type }) => type === "inquiry.reopened")).toEqual([]);
});

test("[SEND-8] a quick answer that waits is undone without being sent", async () => {
  const testServer = await startTestServer();
  const asked = await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: "/inbox", expected });
  const row = rowOf(page, "Tea or coffee?");
  await row.waitFor();
  const arrivals = watchArrivals(page.context());
  await page.context().setOffline(true);
  await answerQuickly(row, "Coffee");
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await row.getByRole("button", { name: "Coffee" }).waitFor();
  await page.context().setOffline(false);
  await page.getByText("No connection.").waitFor({ state: "detached" });
  expect(arrivals()).toEqual([]);
  expect((await testServer.api.get(`/v1/inquiries/${asked.inquiryId}`)).body.status).toBe("open");
});

test("[SEND-6] a decline is not accepted while a quick answer may have been sent, and its reason is kept", async () => {
  const testServer = await startTestServer();
  await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: "/inbox", expected });
  await page.route("**/answer", (route) => route.fulfill({ status: 503 }));
  const row = rowOf(page, "Tea or coffee?");
  await row.waitFor();
  await answerQuickly(row, "Coffee");
  await notices(page).getByText("‘Coffee’ will be sent").waitFor();
  await row.focus();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Decline to answer?" });
  const reason = dialog.getByRole("textbox", { name: "Reason (optional)" });
  await reason.fill("No time");
  await waitUntilDeliberate(dialog);
  await dialog.getByRole("button", { name: "Decline" }).click();
  await dialog.getByRole("alert").getByText("another answer is on its way").waitFor();
  expect(await reason.inputValue()).toBe("No time");
});
