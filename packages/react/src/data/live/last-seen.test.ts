import type { Message } from "@askback/core/wire";
import { expect, test } from "vitest";
import { createFakeBrowser, type FakeBrowser } from "../../testing/fake-browser.ts";
import { createFakeClient } from "../../testing/fake-client.ts";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { observe } from "../../testing/observe.ts";
import {
  ana,
  answeredBy,
  conversationOf,
  inquiryOf,
  messageOf,
  problemOf,
  questionIn,
  recorded,
  unreachable,
} from "../../testing/samples.ts";
import { createInbox, type InboxFilter } from "../inbox/inbox.ts";
import { createServices } from "../services.ts";

interface PageOptions {
  readonly isOnline?: boolean;
  readonly me?: typeof ana;
  readonly apiKey?: string;
  /** Whether the server never says who is signed in. */
  readonly isAway?: boolean;
  readonly messages?: readonly Message[];
}

/** A page that shows a conversation. Without a network, everything that it reads fails. */
async function openPage(browser: FakeBrowser, clock: FakeClock, options: PageOptions = {}) {
  const { isOnline = true, me = ana, messages = [messageOf("m1"), questionIn(inquiryOf())] } = options;
  const client = createFakeClient();
  Object.assign(client.known, { me, messages });
  const world = { isOnline };
  const networkListeners = new Set<() => void>();
  const fail = () => ({ ok: false, error: unreachable }) as const;
  if (!isOnline) for (const name of ["me", "conversation", "transcript", "inquiry"]) client.answerWith(name, fail);
  if (options.isAway) client.me = async () => fail();
  const tab = browser.openTab();
  const services = createServices({
    client,
    clock,
    storage: tab,
    network: {
      isOnline: () => world.isOnline,
      onChange(listener) {
        networkListeners.add(listener);
        return () => networkListeners.delete(listener);
      },
    },
    device: "Laptop",
    origin: "https://ask.example",
    apiKey: options.apiKey,
    newKey: () => "key_1",
    reload: () => {},
  });
  const { live, lastSeen, user } = services;
  const stop = services.start();
  const thread = observe(live.queryClient, live.queries.thread("conv_1"));
  if (isOnline) client.stream.become("live");
  await flushPromises();
  const shown = () => thread.get().data?.messages.map(({ id }) => id);
  const connect = async () => {
    world.isOnline = true;
    for (const listener of networkListeners) listener();
    client.stream.become("live");
    await flushPromises();
  };
  const goOffline = () => {
    world.isOnline = false;
    for (const listener of networkListeners) listener();
  };
  const close = () => {
    thread.stop();
    stop();
  };
  return { client, tab, services, live, lastSeen, user, thread, shown, connect, goOffline, close };
}

async function pause(clock: FakeClock, ms = 2_000): Promise<void> {
  clock.advance(ms);
  await flushPromises();
}

const seenKeys = (browser: FakeBrowser) => [...browser.database.keys()].filter((key) => key.startsWith("seen"));

async function seeAndClose(browser: FakeBrowser, clock: FakeClock, options?: PageOptions): Promise<void> {
  const page = await openPage(browser, clock, options);
  await pause(clock);
  page.close();
  await flushPromises();
}

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

/** The open list of an inbox on the page, whose server has two inquiries or is away. */
async function openInbox({ live, client }: Awaited<ReturnType<typeof openPage>>, filter: InboxFilter, isOnline = true) {
  const items = [inquiryOf(), inquiryOf({ id: "inq_2" })];
  client.inquiries.list = async () => (isOnline ? { ok: true, value: { items } } : { ok: false, error: unreachable });
  const list = observe(live.queryClient, createInbox({ client, live, clock: createFakeClock() }).open(filter).query);
  await flushPromises();
  return () => list.get().data?.inquiries.map(({ id }) => id);
}

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

const missing = () => ({ ok: false, error: problemOf("conversation-unknown", { status: 404 }) }) as const;

/** What is stored of one conversation, beside another one. */
async function seeTwo() {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const page = await openPage(browser, clock);
  const { live, client } = page;
  const other = inquiryOf({ id: "inq_2", conversationId: "conv_2" });
  client.inquiries.list = async () => ({ ok: true, value: { items: [inquiryOf(), other] } });
  const conversations = [conversationOf(), conversationOf({ id: "conv_2" })];
  client.conversations.list = async () => ({ ok: true, value: { items: conversations } });
  observe(live.queryClient, createInbox({ client, live, clock }).open({}).query);
  observe(live.queryClient, live.queries.conversations({ q: "", limit: 20 }));
  await flushPromises();
  await pause(clock);
  const stored = () => {
    const values = [...browser.database].filter(([key]) => key.startsWith("seen:"));
    return { one: values.filter((value) => /conv_1/.test(String(value))), names: values.map(([key]) => key) };
  };
  expect(stored().one.length).toBeGreaterThan(2);
  return { browser, clock, page, stored };
}

test("[WEB-45] a conversation that is deleted is removed from what was last seen, and all others stay", async () => {
  const { browser, clock, page, stored } = await seeTwo();
  page.client.conversations.list = async () => ({ ok: false, error: unreachable });
  page.client.inquiries.list = async () => ({ ok: false, error: unreachable });
  for (const name of ["conversation", "transcript", "inquiry"]) page.client.answerWith(name, missing);
  page.client.stream.emit(recorded("conversation.deleted"));
  await flushPromises();
  expect(stored().one).toEqual([]);
  expect(stored().names.join()).toMatch(/inbox.*conversations|conversations.*inbox/);
  await pause(clock, 60_000);
  page.close();
  await flushPromises();
  expect(stored().one).toEqual([]);
  const offline = await openPage(browser, clock, { isOnline: false });
  expect(offline.shown()).toBeUndefined();
  expect(await openInbox(offline, {}, false).then((shown) => shown())).toEqual(["inq_2"]);
});

test("[WEB-45] a conversation that the server no longer has is removed when it is read again", async () => {
  const { browser, clock, page, stored } = await seeTwo();
  page.close();
  const offline = await openPage(browser, clock, { isOnline: false });
  expect(offline.shown()).toEqual(["m1", "msg_question"]);
  for (const name of ["conversation", "transcript"]) offline.client.answerWith(name, missing);
  await offline.connect();
  expect(stored().one).toEqual([]);
});

test("[WEB-45] what is not stored yet of a deleted conversation is never stored", async () => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const page = await openPage(browser, clock);
  for (const name of ["conversation", "transcript", "inquiry"]) page.client.answerWith(name, missing);
  page.client.stream.emit(recorded("conversation.deleted"));
  await flushPromises();
  await pause(clock);
  expect(JSON.stringify([...browser.database])).not.toContain("conv_1");
});

test.each([
  { id: "bea", project: "default" },
  { id: "ana", project: "garden" },
])("[WEB-38] $id in project $project sees nothing of what ana saw in another one", async (person) => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  await seeAndClose(browser, clock);
  const other = { me: { ...ana, ...person }, messages: [messageOf("other")] };
  await seeAndClose(browser, clock, other);
  const page = await openPage(browser, clock, { isOnline: false });
  expect(page.shown()).toEqual(["other"]);
});

test("[WEB-38] signing out deletes it, and nothing is stored afterwards", async () => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const page = await openPage(browser, clock);
  await pause(clock);
  page.client.known.conversation = conversationOf({ version: 2 });
  page.client.stream.emit(recorded("messages.delivered"));
  await flushPromises();
  await page.services.drafts.wipe();
  expect(seenKeys(browser)).toEqual([]);
  await pause(clock);
  expect(seenKeys(browser)).toEqual([]);
});

test("[WEB-38] it is deleted when the server refuses the person", async () => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const page = await openPage(browser, clock);
  await pause(clock);
  expect(seenKeys(browser)).not.toEqual([]);
  page.client.answerWith("me", () => ({ ok: false, error: problemOf("unauthorized", { status: 401 }) }));
  page.client.stream.become("connecting");
  page.client.stream.become("live");
  await flushPromises();
  expect(seenKeys(browser)).toEqual([]);
});

test("[WEB-38] what is not stored yet when the server refuses the person is never stored", async () => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const page = await openPage(browser, clock);
  page.client.answerWith("me", () => ({ ok: false, error: problemOf("unauthorized", { status: 401 }) }));
  page.client.stream.become("connecting");
  page.client.stream.become("live");
  await flushPromises();
  page.tab.hide();
  await pause(clock);
  expect(seenKeys(browser)).toEqual([]);
});

test("[WEB-38] what is read after another person signed in is not stored for the one before", async () => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const page = await openPage(browser, clock);
  await pause(clock);
  Object.assign(page.client.known, { me: { ...ana, id: "bea" }, messages: [messageOf("of_bea")] });
  page.client.known.conversation = conversationOf({ version: 2 });
  page.client.stream.emit(recorded("messages.delivered", { version: 2 }));
  await flushPromises();
  expect(page.shown()).toContain("of_bea");
  page.client.stream.become("connecting");
  page.client.stream.become("live");
  await flushPromises();
  page.tab.hide();
  page.close();
  await pause(clock);
  expect(seenKeys(browser)).not.toEqual([]);
  expect(JSON.stringify([...browser.database])).not.toContain("of_bea");
});

test("[WEB-38] a page with another API key shows nothing of it, and the key itself is not stored", async () => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  await seeAndClose(browser, clock, { apiKey: "key_of_ana" });
  for (const apiKey of ["key_of_bea", undefined]) {
    const other = await openPage(browser, clock, { isOnline: false, isAway: true, ...(apiKey && { apiKey }) });
    expect([other.shown(), other.user.get()]).toEqual([undefined, undefined]);
    other.close();
  }
  const same = await openPage(browser, clock, { isOnline: false, isAway: true, apiKey: "key_of_ana" });
  expect([same.shown(), same.user.get()]).toEqual([["m1", "msg_question"], ana]);
  expect(JSON.stringify([...browser.database, ...browser.texts])).not.toContain("key_of_ana");
});
