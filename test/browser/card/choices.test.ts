import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { cardOn } from "../../harness/browser/inquiry-page.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer({ config: "none" });
const agents = ["planner", "release-manager", "researcher", "assistant"];

/** Starts a conversation with a demo agent and opens it when it has asked. */
async function openFirstQuestion(agent: string, size: { width: number; height: number; hasTouch: boolean }) {
  const { body } = await testServer.api.post("/v1/conversations", { agent, message: "A weekend in May" });
  await testServer.api.waitForStatus(body.id, "parked");
  const page = await openPage(testServer, { path: `/c/${body.id}`, ...size });
  const card = cardOn(page);
  await card.getByRole("textbox").first().waitFor();
  return card;
}

/** The rows of a card that can be chosen, own words among them. */
function choicesOf(card: Locator): Locator {
  return card.locator(".ask-option-row, .ask-own-words");
}

/** The choices that are not wholly in the window, or covered at a corner or in the middle. */
function hiddenAmong(choices: Locator): Promise<string[]> {
  return choices.evaluateAll((rows) =>
    rows
      .filter((row) => {
        const { left, right, top, bottom } = row.getBoundingClientRect();
        if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return true;
        const points = [
          [left + 4, top + 4],
          [right - 4, top + 4],
          [left + 4, bottom - 4],
          [right - 4, bottom - 4],
          [(left + right) / 2, (top + bottom) / 2],
        ] as const;
        // The button of a preview stands on the row of its option.
        const own = row.closest(".ask-option") ?? row;
        return !points.every(([x, y]) => own.contains(document.elementFromPoint(x, y)));
      })
      .map((row) => row.textContent || "own words"),
  );
}

test.each(
  agents.flatMap((agent) => [
    { agent, width: 1280, height: 720, hasTouch: false },
    { agent, width: 390, height: 844, hasTouch: true },
  ]),
)("[CARD-17] the first question of $agent shows all its choices at $width x $height", async ({ agent, ...size }) => {
  const card = await openFirstQuestion(agent, size);
  expect(await choicesOf(card).count()).toBe(agent === "assistant" ? 1 : 4);
  await expect.poll(() => hiddenAmong(choicesOf(card))).toEqual([]);
});

test.each(agents)(
  "[CARD-25] at 320 x 256 each choice of %s can be scrolled to, and nothing covers it",
  async (agent) => {
    const card = await openFirstQuestion(agent, { width: 320, height: 256, hasTouch: false });
    for (const choice of await choicesOf(card).all()) {
      await scrollTo(choice);
      expect(await hiddenAmong(choice)).toEqual([]);
    }
    await card.locator(".ask-submit-button").click({ trial: true });
  },
);

async function scrollTo(element: Locator): Promise<void> {
  await element.evaluate((node) => node.scrollIntoView({ block: "center" }));
  await element.evaluate(() => new Promise(requestAnimationFrame));
}
