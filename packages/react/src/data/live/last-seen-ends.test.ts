import { expect, test } from "vitest";
import { createFakeBrowser } from "../../testing/fake-browser.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { openInbox, openPage, pause, seeAndClose, seenKeys } from "../../testing/last-seen-page.ts";
import { observe } from "../../testing/observe.ts";
import { ana, conversationOf, inquiryOf, messageOf, problemOf, recorded, unreachable } from "../../testing/samples.ts";
import { createInbox } from "../inbox/inbox.ts";

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
