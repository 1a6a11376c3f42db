import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[WEB-2] a conversation is renamed in its place, and the list follows by itself", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
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

test("[WEB-2] deleting asks first, says that it cannot be undone, and leaves the deleted conversation", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, expected: [/status of 404/] });
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
  expect((await testServer.api.get(`/v1/conversations/${conversation.id}`)).status).toBe(200);
  await ask();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(`${testServer.server.url}/`);
  expect((await testServer.api.get(`/v1/conversations/${conversation.id}`)).status).toBe(404);
});

test("[WEB-2] a conversation that begins elsewhere appears in the list by itself", async () => {
  const page = await openPage(testServer);
  await page.getByRole("list", { name: "Conversations" }).waitFor();
  const { body } = await testServer.api.post("/v1/conversations", { agent: "scripted", title: "From elsewhere" });
  const link = page.getByRole("link", { name: /From elsewhere/ });
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe(`/c/${body.id}`);
});

test("[CARD-9] the card's menu copies an address that leads to the question", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "One moment.", calls: [askOne] }]);
  const inquiry = await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "More about this question" }).click();
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe(`${testServer.server.url}/q/${inquiry.id}`);
  await page.goto(await copied());
  await page.waitForURL(`${testServer.server.url}/c/${conversation.id}`);
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
});

test("[CARD-12] a question that was answered in the chat leads to that message, from the inbox too", {
  tags: "smoke",
}, async () => {
  const long = "Long. \n\n".repeat(80);
  const conversation = await testServer.startConversation("scripted", [
    { text: "One moment.", calls: [askOne] },
    { text: long },
  ]);
  const inquiry = await conversation.waitForInquiry();
  await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Neither, I am asleep." });
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/inbox/done/${inquiry.id}` });
  await page.getByRole("link", { name: "Go to the message" }).click();
  await page.waitForURL((url) => url.pathname === `/c/${conversation.id}` && url.hash !== "");
  const message = page.locator(".ask-message[data-role=person]", { hasText: "Neither, I am asleep." });
  await message.waitFor();
  await expect
    .poll(async () => {
      const box = await message.boundingBox();
      return box !== null && box.y > 0 && box.y + box.height < 800;
    })
    .toBe(true);
});

test("[FOCUS-3] the line above the composer leads to where an answer is written, as Alt+Q does", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "One moment.", calls: [askOne] }]);
  await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, {
    text: "Long.\n".repeat(80),
    separate: true,
  });
  await page.getByRole("button", { name: "Go to question" }).click();
  await page.keyboard.type("Water");
  await expect.poll(() => page.locator("[data-field=own-words]").inputValue()).toBe("Water");
});

test("[SUBAGENT-7] a sub-agent's conversation is read and stopped, and written to in its parent's only", async () => {
  const task = JSON.stringify({ script: [{ text: "I am reading.", calls: [{ name: "sleep", input: {} }] }] });
  const spawn = { name: "spawn_agents", input: { agents: [{ agent: "scripted", task }] } };
  const conversation = await testServer.startConversation("lead", [
    { text: "Help!", calls: [spawn] },
    { text: "Done." },
  ]);
  await conversation.waitForStatus("delegating");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.locator(".ask-child").getByRole("button", { name: "Open it" }).click();
  await page.getByText("I am reading.", { exact: true }).waitFor();
  await page.getByText("A sub-agent works here").waitFor();
  expect(await page.getByRole("textbox", { name: "Message", exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "More about this conversation" }).click();
  await page.getByRole("menuitem", { name: "Export as Markdown" }).waitFor();
  expect(await page.getByRole("menuitem", { name: /Rename|Delete/ }).count()).toBe(0);
  await page.keyboard.press("Escape");
  expect(await axeOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped.").waitFor();
  await page.getByRole("button", { name: "Go to that conversation" }).click();
  await page.waitForURL(`${testServer.server.url}/c/${conversation.id}`);
  await page.getByText("Done.", { exact: true }).waitFor();
});

test("[CHAT-20] in a conversation of two people each sees their own messages as theirs and the other's by name", {
  tags: "smoke",
}, async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }, { text: "Hello both." }]);
  await conversation.waitForStatus("idle");
  const path = `/c/${conversation.id}`;
  const own = await openPage(testServer, { path });
  const other = await openPage(testServer, { path, as: "colleague" });
  await other.getByRole("textbox", { name: "Message", exact: true }).fill("I am here too");
  await other.getByRole("button", { name: "Send", exact: true }).click();
  // The reply is shown as streamed text first, which is not in the log.
  const authorsOn = (page: typeof own) => page.getByRole("log").locator(".ask-message-from").allTextContents();
  await expect.poll(() => authorsOn(own)).toEqual(["You", "Scripted", "colleague", "Scripted"]);
  await expect.poll(() => authorsOn(other)).toEqual(["Owner", "Scripted", "You", "Scripted"]);
});

test("[CHAT-2] another person's message stands at the start side under their name, one's own at the end side", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }, { text: "Hello both." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, as: "colleague" });
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("I am here too");
  await page.keyboard.press("Enter");
  await page.getByRole("log").getByText("Hello both.", { exact: true }).waitFor();
  const column = await page.locator(".ask-log").boundingBox();
  const theirs = page.locator(".ask-message[data-role=person]").first();
  const own = page.locator(".ask-message[data-role=person]").nth(1);
  await theirs.locator(".ask-message-head").getByText("Owner", { exact: true }).waitFor();
  await theirs.locator(".ask-message-head time").waitFor();
  expect(await own.locator(".ask-message-head").count()).toBe(0);
  const [left, right] = [await theirs.locator(".ask-said").boundingBox(), await own.locator(".ask-said").boundingBox()];
  if (!column || !left || !right) throw new Error("a message has no box");
  expect(left.x - column.x).toBe(36);
  expect(right.x + right.width).toBe(column.x + column.width);
  expect(column.width).toBe(720);
});
