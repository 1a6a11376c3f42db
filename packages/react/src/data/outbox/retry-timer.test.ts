import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { mate, problemOf } from "../../testing/samples.ts";
import { openTestPage, type TestPage } from "../../testing/test-page.ts";

const busy = () => ({ ok: false, error: problemOf("busy", { status: 503 }) }) as const;

/** Gives an answer that the server cannot take for a long time, and says so after so many milliseconds. */
async function giveAnswer(takesMs = 0): Promise<TestPage> {
  const reply = async () => {
    if (takesMs > 0) await new Promise<void>((resolve) => void page.clock.after(takesMs, resolve));
    return busy();
  };
  const page = await openTestPage((client) => {
    for (let count = 0; count < 100; count += 1) client.answerWith("answer", reply);
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

test("[SEND-22] three tabs send what waits again as often as one tab does", async () => {
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

test("[SEND-22] another tab goes on when the tab that sent again is closed", async () => {
  const page = await giveAnswer();
  await wait(page, 7);
  const other = await page.openTab();
  await wait(page, 100);
  page.end();
  expect(await wait(other, 130)).toBeGreaterThanOrEqual(2);
});

// The client itself sends again after 1, 3 and 9 seconds.
test("[SEND-22] attempts that fail slowly are made as often as those that fail at once", async () => {
  const page = await giveAnswer(13_000);
  expect(await wait(page, 50)).toBe(2);
  expect(await wait(page, 600)).toBe(10);
});

test("[SEND-22] three tabs make slow attempts as often as one tab does", async () => {
  const alone = await giveAnswer(13_000);
  const retries = await wait(alone, 600);
  alone.end();
  const page = await giveAnswer(13_000);
  await wait(page, 7);
  await page.openTab();
  await wait(page, 3);
  await page.openTab();
  expect(await wait(page, 590)).toBeLessThanOrEqual(retries);
});
