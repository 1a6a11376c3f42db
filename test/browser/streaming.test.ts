import { expect, test } from "vitest";
import { openPage } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";

declare global {
  /** How often each reply was on the page at once, the most and the least since it began, by its first words. */
  var seenAtOnce: Record<string, readonly [most: number, least: number]>;
}

const stage = await openStage();
const rounds = [1, 2, 3, 4, 5, 6];

test("[Z-2] a reply is there once from its first word on: its text ends in the moment in which it is recorded", async () => {
  const replies = rounds.map((round) => ({ text: `Bird ${round} sleeps while it flies, they say.`, pace: 20 }));
  const scene = await stage.play("puppet", [{ text: "Hello." }, ...replies]);
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/c/${scene.id}` });
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
    await stage.api.post(`/v1/conversations/${scene.id}/messages`, { text: `Go on, ${round}.` });
    await page
      .locator("[data-role=agent]", { hasText: `Bird ${round} sleeps while` })
      .first()
      .waitFor();
    // Whoever writes while it streams has the last word, so that the reply is not the last message.
    if (round % 2 === 1) await stage.api.post(`/v1/conversations/${scene.id}/messages`, { text: `And ${round}?` });
    await page.locator("article[data-role=agent]", { hasText: `Bird ${round} sleeps while` }).waitFor();
    await scene.reached("idle");
  }
  expect(await page.evaluate(() => globalThis.seenAtOnce)).toEqual(
    Object.fromEntries(rounds.map((round) => [`Bird ${round}`, [1, 1]])),
  );
});

test("[Z-2] what is being written takes the room that it takes when it is whole; code gets its colours then", async () => {
  const text =
    "# Birds\n\nThey **sleep**.\n\n1. one\n\n2. two\n\n| a | b |\n| - | - |\n| c | d |\n\n```js\nconst a = 1;\n\nconst b = 2;\n```\n\nAll of them.";
  const scene = await stage.play("puppet", [{ text: "Hello." }, { text, hang: true }]);
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.getByText("Hello.", { exact: true }).waitFor();
  await stage.api.post(`/v1/conversations/${scene.id}/messages`, { text: "Go on." });
  const written = page.locator("[data-streaming] .ask-text");
  await written.getByText("All of them.", { exact: true }).waitFor();
  await written.getByRole("heading", { name: "Birds" }).waitFor();
  const { height } = (await written.boundingBox()) ?? {};
  await stage.api.post(`/v1/conversations/${scene.id}/stop`);
  const whole = page.locator("article[data-role=agent] .ask-text", { hasText: "All of them." });
  await whole.locator("[data-kind]").first().waitFor();
  expect((await whole.boundingBox())?.height).toBe(height);
});

test("[Z-2] code has no colours while it is written", async () => {
  const scene = await stage.play("puppet", [
    { text: "```js\nconst a = 1;\n```\n\nThere." },
    { text: "```js\nlet b", hang: true },
  ]);
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.locator("article [data-kind]").first().waitFor();
  await stage.api.post(`/v1/conversations/${scene.id}/messages`, { text: "Go on." });
  const written = page.locator("[data-streaming] .ask-code", { hasText: "let b" });
  await written.waitFor();
  // The colours are loaded by now, and would be there after one more frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  expect(await written.locator("[data-kind]").count()).toBe(0);
});
