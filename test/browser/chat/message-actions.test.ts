import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const composerOn = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function openHello(options = {}) {
  const conversation = await testServer.startConversation("scripted", [
    { text: "Hello **you**." },
    { text: "Again." },
    { text: "Other." },
  ]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, ...options });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByText("Hello you.").waitFor();
  return { conversation, page, message: page.locator(".ask-message[data-role=agent]").first() };
}

test("[CHAT-5] a message is copied, quoted and linked to by pointer", async () => {
  const { page, message } = await openHello();
  await message.hover();
  const bar = message.getByRole("toolbar", { name: "Actions for this message" });
  await expect.poll(() => bar.evaluate((node) => getComputedStyle(node).opacity)).toBe("1");
  await bar.getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(() => clipboardOf(page)).toBe("Hello **you**.");
  await bar.getByRole("button", { name: "Quote" }).click();
  await expect.poll(() => composerOn(page).inputValue()).toBe("> Hello **you**.\n\n");
  expect(await composerOn(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await message.hover();
  await bar.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(() => clipboardOf(page)).toBe(`${page.url()}#${await message.getAttribute("id")}`);
  expect(await axeOf(page)).toEqual([]);
});

test("[CHAT-5] by keyboard one tab stop leads to the actions, and arrows from message to message", async () => {
  const { page, message } = await openHello();
  await composerOn(page).focus();
  // Between the field and the messages is the button that attaches files.
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press("Shift+Tab");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect(await focused()).toBe("Copy");
  expect(await message.locator(":focus").count()).toBe(1);
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe("Quote");
  await page.keyboard.press("ArrowUp");
  expect(await page.locator(".ask-message[data-own] :focus").count()).toBe(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => clipboardOf(page)).toBe("Hello **you**.");
});

test("[CHAT-5] on touch the actions are a menu", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello **you**." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, width: 390, height: 844, hasTouch: true });
  const message = page.locator(".ask-message[data-role=agent]");
  await message.waitFor();
  // Only a device without a pointer has the menu, which the browser of the tests emulates no other way.
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setEmulatedMedia", { features: [{ name: "hover", value: "none" }] });
  await message.getByRole("button", { name: "Actions for this message" }).tap();
  await page.getByRole("menuitem", { name: "Quote" }).tap();
  await expect.poll(() => composerOn(page).inputValue()).toBe("> Hello **you**.\n\n");
});

test("[CHAT-5] on touch a message that continues another has its menu too", async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }, { text: "Thank you." }]);
  const { id } = await conversation.waitForInquiry();
  await testServer.api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, width: 390, height: 844, hasTouch: true });
  const message = page.locator(".ask-message[data-continued]", { hasText: "Thank you." });
  await message.waitFor();
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setEmulatedMedia", { features: [{ name: "hover", value: "none" }] });
  await message.getByRole("button", { name: "Actions for this message" }).tap();
  await page.getByRole("menuitem", { name: "Quote" }).tap();
  await expect.poll(() => composerOn(page).inputValue()).toBe("> Thank you.\n\n");
});

test("[CHAT-5] the actions of a message that continues another with a text and a card are on its text", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: "I write it down.", calls: [{ name: "note", input: { line: "milk" } }] },
    { text: "One question.", calls: [askOne] },
  ]);
  await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  const message = page.locator(".ask-message[data-continued]", { hasText: "One question." });
  await message.getByText("One question.").hover();
  const bar = await message.getByRole("toolbar", { name: "Actions for this message" }).boundingBox();
  const above = await page.locator(".ask-tool").boundingBox();
  expect(bar?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
});

test("[CHAT-6] a link leads to a message in a long conversation and marks it", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "The first reply." }]);
  await conversation.waitForStatus("idle");
  const { body } = await testServer.api.get(`/v1/conversations/${conversation.id}/transcript`);
  const { id } = body.items[1];
  for (let count = 0; count < 110; count += 1) {
    await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text: `Go on ${count}` });
    await conversation.waitForStatus("idle");
  }
  const page = await openPage(testServer, { path: `/c/${conversation.id}#${id}` });
  const linked = page.locator(`.ask-message[id="${id}"][data-linked]`);
  await linked.waitFor();
  const isInView = async () => {
    const [box, view] = [await linked.boundingBox(), await page.locator(".ask-chat-scroll").boundingBox()];
    return box !== null && view !== null && box.y >= view.y && box.y + box.height <= view.y + view.height;
  };
  await expect.poll(isInView).toBe(true);
});

test("[CHAT-10] [CHAT-11] the last message is edited and sent again, in a fork that is marked and leads back to its origin", async () => {
  const { page, conversation } = await openHello();
  await composerOn(page).fill("Go on.");
  await composerOn(page).press("Enter");
  await page.getByRole("log").getByText("Again.", { exact: true }).waitFor();
  const own = page.locator(".ask-message[data-own]");
  expect(await own.first().getByRole("button", { name: "Edit and send again" }).count()).toBe(0);
  await own.last().hover();
  await own.last().getByRole("button", { name: "Edit and send again" }).click();
  const field = page.getByRole("textbox", { name: "Your message" });
  expect(await field.inputValue()).toBe("Go on.");
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(await axeOf(page)).toEqual([]);
  await field.fill("Go somewhere else.");
  await page.getByRole("button", { name: "Send again" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(conversation.id));
  await page.getByRole("log").getByText("Go somewhere else.", { exact: true }).waitFor();
  await page.getByRole("log").getByText("Again.", { exact: true }).waitFor();
  expect(await page.getByRole("log").getByText("Go on.", { exact: true }).count()).toBe(0);
  const list = page.getByRole("link").filter({ has: page.getByText("fork", { exact: true }) });
  await expect.poll(() => list.count()).toBe(1);
  expect(await list.getAttribute("aria-current")).toBe("page");
  await page.getByRole("button", { name: "Go to the original" }).click();
  await page.waitForURL(`${testServer.server.url}/c/${conversation.id}`);
  await page.getByRole("log").getByText("Go on.", { exact: true }).waitFor();
});

test("[CHAT-7] the menu exports a conversation under its title", async () => {
  const { page, conversation } = await openHello();
  await testServer.api.patch(`/v1/conversations/${conversation.id}`, { title: "Weekend in May" });
  await page.getByRole("heading", { level: 1, name: "Weekend in May" }).waitFor();
  const exportAs = async (format: string) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "More about this conversation" }).click();
    await page.getByRole("menuitem", { name: `Export as ${format}` }).click();
    return (await download).suggestedFilename();
  };
  expect(await exportAs("Markdown")).toBe("Weekend-in-May.md");
  expect(await exportAs("JSON")).toBe("Weekend-in-May.json");
});
