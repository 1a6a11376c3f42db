import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { cardOn, openInquiryPage } from "../../harness/browser/inquiry-page.ts";
import { tooWide } from "../../harness/browser/page-checks.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const composerOn = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

test("[CHAT-3] while a question is open the composer offers both ways, and its round button is grey until something is written", async () => {
  const { page } = await openInquiryPage(testServer, askOne);
  const send = page.locator(".ask-composer").getByRole("button", { name: "Send", exact: true });
  const composer = composerOn(page);
  // The name of the agent is isolated, so that its direction changes nothing.
  expect(await composer.getAttribute("placeholder")).toBe("Reply to \u2068Scripted\u2069, or answer above");
  expect(await composer.getAttribute("enterkeyhint")).toBe("send");
  const ground = () => send.evaluate((node) => getComputedStyle(node).backgroundColor);
  const { width, height } = (await send.boundingBox()) ?? {};
  expect([width, height]).toEqual([32, 32]);
  expect(await ground()).toBe("rgb(230, 232, 236)");
  await composer.fill("Neither");
  expect(await ground()).toBe("rgb(22, 24, 29)");
  expect(await send.isEnabled()).toBe(true);
  await composer.fill("");
  expect(await ground()).toBe("rgb(230, 232, 236)");
});

test("[CHAT-3] without an open question the composer names the agent alone", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByText("Hello.", { exact: true }).waitFor();
  expect(await composerOn(page).getAttribute("placeholder")).toBe("Write to \u2068Scripted\u2069");
});

test("[CHAT-4] in a low window the messages are not squeezed, and the composer is one line at their end", async () => {
  const { page } = await openInquiryPage(testServer, askOne, { width: 320, height: 256 });
  const card = cardOn(page);
  const composer = composerOn(page);
  await composer.fill("one\ntwo\nthree");
  const heights = await page
    .locator(".ask-chat-scroll, .ask-composer-field")
    .evaluateAll((parts) => parts.map((part) => ({ seen: part.clientHeight, whole: part.scrollHeight })));
  const [messages, field] = heights;
  expect(messages?.seen).toBe(messages?.whole);
  expect(field?.seen).toBeLessThan(45);
  const [asked, written] = [await card.boundingBox(), await composer.boundingBox()];
  if (!asked || !written) throw new Error("card or composer has no box");
  expect(written.y).toBeGreaterThanOrEqual(asked.y + asked.height);
  expect(await tooWide(page)).toEqual([]);
});
