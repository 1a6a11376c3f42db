import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { mate, problemOf } from "../../testing/samples.ts";
import { openTestPage, type TestPage } from "../../testing/test-page.ts";

const busy = () => ({ ok: false, error: problemOf("busy", { status: 503 }) }) as const;

/** Gives an answer that the server cannot take for a long time. */
async function giveAnswer(): Promise<TestPage> {
  const page = await openTestPage((client) => {
    for (let count = 0; count < 100; count += 1) client.answerWith("answer", busy);
  });
  page.client.stream.become("live");
  page.card().change(mate);
  page.card().send(0);
  await flushPromises();
  return page;
}

async function wait(page: TestPage, seconds: number): Promise<number> {
  const before = page.client.calledFor("answer").length;
  for (let second = 0; second < seconds; second += 1) await page.advance(1_000);
  return page.client.calledFor("answer").length - before;
}

test("[WEB-41] three tabs send what waits again as often as one tab does", async () => {
  const alone = await giveAnswer();
  const retries = await wait(alone, 600);
  alone.end();
  const page = await giveAnswer();
  await wait(page, 7);
  await page.openTab();
  await wait(page, 3);
  await page.openTab();
  expect(await wait(page, 590)).toBeLessThanOrEqual(retries);
});

test("[WEB-41] another tab goes on when the tab that sent again is closed", async () => {
  const page = await giveAnswer();
  await wait(page, 7);
  const other = await page.openTab();
  await wait(page, 100);
  page.end();
  expect(await wait(other, 130)).toBeGreaterThanOrEqual(2);
});
