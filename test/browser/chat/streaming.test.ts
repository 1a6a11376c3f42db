import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

declare global {
  /** The most and the least copies of each reply on the page since it began, by its first words. */
  var seenAtOnce: Record<string, readonly [most: number, least: number]>;
}

const testServer = await startTestServer();
const rounds = [1, 2, 3, 4, 5, 6];

test("[STREAM-2] a reply is shown once from its first word on: its streamed text is replaced when it is recorded", async () => {
  const replies = rounds.map((round) => ({ text: `Bird ${round} sleeps while it flies, they say.`, pace: 20 }));
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }, ...replies]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByText("Hello.", { exact: true }).waitFor();
  await page.evaluate(() => {
    globalThis.seenAtOnce = {};
    const count = () => {
      const texts = Array.from(document.querySelectorAll("[data-role=agent]"), ({ textContent }) => textContent);
      const seen = Map.groupBy(texts.join("\n").match(/Bird \d/g) ?? [], (words) => words);
      for (const words of new Set([...seen.keys(), ...Object.keys(globalThis.seenAtOnce)])) {
        const now = seen.get(words)?.length ?? 0;
        const [most, least] = globalThis.seenAtOnce[words] ?? [now, now];
        globalThis.seenAtOnce[words] = [Math.max(most, now), Math.min(least, now)];
      }
    };
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  for (const round of rounds) {
    await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text: `Go on, ${round}.` });
    await page
      .locator("[data-role=agent]", { hasText: `Bird ${round} sleeps while` })
      .first()
      .waitFor();
    // A message sent while the reply streams comes after it, so the reply is not the last message.
    if (round % 2 === 1)
      await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text: `And ${round}?` });
    await page.locator("article[data-role=agent]", { hasText: `Bird ${round} sleeps while` }).waitFor();
    await conversation.waitForStatus("idle");
  }
  expect(await page.evaluate(() => globalThis.seenAtOnce)).toEqual(
    Object.fromEntries(rounds.map((round) => [`Bird ${round}`, [1, 1]])),
  );
});

test("[STREAM-2] streaming text takes the room of the complete text; code gets its colours then", async () => {
  const text =
    "# Birds\n\nThey **sleep**.\n\n1. one\n\n2. two\n\n| a | b |\n| - | - |\n| c | d |\n\n```js\nconst a = 1;\n\nconst b = 2;\n```\n\nAll of them.";
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }, { text, hang: true }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByText("Hello.", { exact: true }).waitFor();
  await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Go on." });
  const written = page.locator("[data-streaming] .ask-text");
  await written.getByText("All of them.", { exact: true }).waitFor();
  await written.getByRole("heading", { name: "Birds" }).waitFor();
  const { height } = (await written.boundingBox()) ?? {};
  await testServer.api.post(`/v1/conversations/${conversation.id}/stop`);
  const whole = page.locator("article[data-role=agent] .ask-text", { hasText: "All of them." });
  await whole.locator("[data-kind]").first().waitFor();
  expect((await whole.boundingBox())?.height).toBe(height);
});

test("[STREAM-2] code has no colours while it streams", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: "```js\nconst a = 1;\n```\n\nThere." },
    { text: "```js\nlet b", hang: true },
  ]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.locator("article [data-kind]").first().waitFor();
  await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Go on." });
  const written = page.locator("[data-streaming] .ask-code", { hasText: "let b" });
  await written.waitFor();
  // The highlighter is loaded by now, so colours would appear with the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  expect(await written.locator("[data-kind]").count()).toBe(0);
});
