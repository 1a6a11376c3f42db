import { expect, test } from "vitest";
import { createFakeBrowser } from "../../testing/fake-browser.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { openInbox, openPage, pause, seeAndClose, seenKeys } from "../../testing/last-seen-page.ts";
import { observe } from "../../testing/observe.ts";
import {
  ana,
  answeredBy,
  conversationOf,
  messageOf,
  questionIn,
  recorded,
  unreachable,
} from "../../testing/samples.ts";

test("[WEB-37] a page that opens without a connection shows what was last seen, and since when", async () => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const seenAt = clock.now();
  await seeAndClose(browser, clock);
  await pause(clock, 3_600_000);
  const page = await openPage(browser, clock, { isOnline: false });
  expect(page.shown()).toEqual(["m1", "msg_question"]);
  expect(page.live.getInquiry("inq_1")).toMatchObject({ status: "open" });
  expect(page.lastSeen.updatedAt.get()).toBe(seenAt);
  expect(page.user.get()).toEqual(ana);
});

test("[WEB-37] what was last seen is read again when the connection is back", async () => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  await seeAndClose(browser, clock);
  const page = await openPage(browser, clock, { isOnline: false });
  page.client.known.messages = [messageOf("m1"), questionIn(answeredBy("bea")), messageOf("m3")];
  page.client.known.conversation = conversationOf({ version: 5 });
  await page.connect();
  expect(page.shown()).toEqual(["m1", "msg_question", "m3"]);
  expect(page.live.getInquiry("inq_1")).toMatchObject({ status: "answered" });
  expect(page.lastSeen.updatedAt.get()).toBeUndefined();
});

test("[WEB-37] what is opened after the connection was lost is shown as it was last seen", async () => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const page = await openPage(browser, clock);
  await pause(clock);
  page.thread.stop();
  await pause(clock, 60_000);
  page.client.stream.become("lost");
  await pause(clock);
  for (const name of ["conversation", "transcript"])
    page.client.answerWith(name, () => ({ ok: false, error: unreachable }));
  const { live } = page;
  const again = observe(live.queryClient, live.queries.thread("conv_1"));
  await flushPromises();
  expect(again.get().data?.messages).toHaveLength(2);
  expect(page.lastSeen.updatedAt.get()).toBe(clock.now() - 64_000);
});

test("[WEB-37] a page that loses its connection says since when", async () => {
  const clock = createFakeClock();
  const page = await openPage(createFakeBrowser(), clock);
  await pause(clock, 10_000);
  page.client.stream.become("lost");
  await pause(clock);
  expect(page.lastSeen.updatedAt.get()).toBe(clock.now());
});

test("[WEB-37] a device that loses its network says so at once", async () => {
  const clock = createFakeClock();
  const page = await openPage(createFakeBrowser(), clock);
  page.goOffline();
  expect(page.lastSeen.updatedAt.get()).toBe(clock.now());
  await page.connect();
  expect(page.lastSeen.updatedAt.get()).toBeUndefined();
});

test("[WEB-37] a long conversation is stored with its newest messages, and none is missing after the next read", async () => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const messages = Array.from({ length: 150 }, (_, index) => messageOf(`m${index}`));
  const first = await openPage(browser, clock, { messages });
  await first.live.queries.fetchEarlier("conv_1");
  expect(first.shown()).toHaveLength(150);
  await pause(clock);
  first.close();
  const page = await openPage(browser, clock, { isOnline: false });
  expect(page.shown()).toHaveLength(100);
  page.client.known.messages = [...messages, messageOf("m150")];
  page.client.known.conversation = conversationOf({ version: 5 });
  await page.connect();
  await page.live.queries.fetchEarlier("conv_1");
  expect(page.shown()).toEqual(page.client.known.messages.map(({ id }) => id));
});

test("[WEB-37] the inbox is shown as it was last seen, of all agents or of one, and what was searched is not", async () => {
  for (const [filter, expected] of [
    [{}, ["inq_1", "inq_2"]],
    [{ agent: "waiter" }, ["inq_1", "inq_2"]],
    [{ q: "drink" }, undefined],
  ] as const) {
    const browser = createFakeBrowser();
    const clock = createFakeClock();
    const before = await openPage(browser, clock);
    await openInbox(before, filter);
    await pause(clock);
    before.close();
    const page = await openPage(browser, clock, { isOnline: false });
    const shown = await openInbox(page, filter, false);
    expect(shown()).toEqual(expected);
  }
});

test("[WEB-38] what changes is stored after a pause, or when the page is hidden", async () => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const page = await openPage(browser, clock);
  for (let version = 2; version < 8; version += 1) {
    await pause(clock, 1_000);
    page.client.known.conversation = conversationOf({ version });
    page.client.stream.emit(recorded("messages.delivered", { version }));
    await flushPromises();
    expect(seenKeys(browser)).toEqual([]);
  }
  page.tab.hide();
  await flushPromises();
  expect(seenKeys(browser).length).toBeGreaterThan(1);
});

test("[WEB-38] somebody who changes without a pause is stored all the same", async () => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const page = await openPage(browser, clock);
  for (let version = 2; version < 18; version += 1) {
    await pause(clock, 1_000);
    page.client.known.conversation = conversationOf({ version });
    page.client.stream.emit(recorded("messages.delivered", { version }));
    await flushPromises();
  }
  expect(seenKeys(browser).length).toBeGreaterThan(1);
});
