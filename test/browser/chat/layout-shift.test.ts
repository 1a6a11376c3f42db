import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { cardOn } from "../../harness/browser/inquiry-page.ts";
import { layoutShifts } from "../../harness/browser/page-checks.ts";
import { askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

declare global {
  /** The texts of agents' messages that the page has shown. */
  var seenTexts: Set<string>;
}

const testServer = await startTestServer();
const marked = "# Birds\n\nThey **sleep**.\n\n- one\n- two\n\n```js\nconst a = 1;\n```\n\nAll of them.";

const lengths = [
  ["a short conversation", 1],
  ["a long one", 30],
] as const;

test.each(lengths)("[STREAM-2] nothing moves while text streams into %s", async (_, earlier) => {
  const text = `${marked}\n\n${"More words follow, and then some. ".repeat(30)}\n\nThe end.`;
  const conversation = await testServer.startConversation("scripted", [
    { text: "Hello. \n\n".repeat(earlier) },
    { text, pace: 15 },
  ]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByRole("log").getByText("Hello.").first().waitFor();
  await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Go on." });
  await page.getByRole("log").getByText("The end.").waitFor();
  await conversation.waitForStatus("idle");
  expect(await layoutShifts(page, ".ask-chat")).toEqual([]);
});

test("[STREAM-5] a conversation with markdown and an open question opens without a shift", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: marked, calls: [askTwo] }]);
  await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await cardOn(page).getByRole("heading").first().waitFor();
  await page.locator("article [data-kind]").first().waitFor();
  expect(await layoutShifts(page, ".ask-chat")).toEqual([]);
});

test("[STREAM-5] a finished message is formatted when it is first seen", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: marked }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: "/settings" });
  await page.addInitScript(() => {
    globalThis.seenTexts = new Set();
    const note = () => {
      for (const { textContent } of document.querySelectorAll("[data-role=agent] .ask-text"))
        globalThis.seenTexts.add(textContent);
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
  });
  // The parser comes after the messages.
  const isRead = page.waitForResponse(/transcript/);
  await page.route("**/markdown-*.js", async (route) => {
    await isRead;
    await route.continue();
  });
  await page.goto(`${testServer.server.url}/c/${conversation.id}`);
  await page.getByRole("heading", { name: "Birds", exact: true }).waitFor();
  const seen = await page.evaluate(() => [...globalThis.seenTexts]);
  expect(seen.filter((text) => text.includes("# Birds"))).toEqual([]);
});

const sizes = [
  ["a window", { width: 1280, height: 720 }],
  ["a phone", { width: 390, height: 844, hasTouch: true }],
] as const;

test.each(sizes)(
  "[STREAM-6] in %s a new question is placed with its top in view, now and after a reload",
  async (_, size) => {
    const text = "A long reply. \n\n".repeat(60);
    const ask = { ...askTwo, input: { ...askTwo.input, context: "Much to know.\n\n".repeat(60) } };
    const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }, { text, calls: [ask] }]);
    await conversation.waitForStatus("idle");
    const page = await openPage(testServer, { path: `/c/${conversation.id}`, ...size });
    await page.getByText("Hello.", { exact: true }).waitFor();
    await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Go on." });
    const card = cardOn(page);
    /** Whether all of the card is in view, or else its beginning at the top. */
    const isPlaced = async () => {
      const [box, view] = [await card.boundingBox(), await page.locator(".ask-chat-scroll").boundingBox()];
      if (!box || !view || box.y < view.y) return false;
      return box.y + box.height <= view.y + view.height || box.y - view.y <= 16;
    };
    await card.getByRole("heading").first().waitFor();
    await expect.poll(isPlaced).toBe(true);
    await page.reload();
    await card.getByRole("heading").first().waitFor();
    await expect.poll(isPlaced).toBe(true);
  },
);
