import type { Connection } from "@askback/client";
import { atom } from "nanostores";
import { expect, test } from "vitest";
import { createFakeBrowser } from "../../testing/fake-browser.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createFakeInbox } from "../../testing/fake-inbox.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { answeredBy, inquiryOf, problemOf } from "../../testing/samples.ts";
import { createOutbox } from "../outbox/outbox.ts";
import { createBulkActions, noticeMs } from "./bulk-actions.ts";

const refuse = () => Promise.reject();
/** Nothing here has files. */
const uploads = { upload: refuse, forget: refuse, uploadAgain: refuse, drop: refuse };

const snoozed = { snoozedUntil: "2026-11-15T10:00:00.000Z" };
const inquiries = [inquiryOf({ id: "a" }), inquiryOf({ id: "b", mine: snoozed }), inquiryOf({ id: "c" })];
const until = Date.UTC(2026, 10, 16, 9);

function setUp({ isOnline = true } = {}) {
  const clock = createFakeClock();
  const server = createFakeInbox(clock);
  server.put(...inquiries);
  const connection = atom<Connection>("live");
  let keys = 0;
  const outbox = createOutbox({
    client: server.client,
    uploads,
    storage: createFakeBrowser().openTab(),
    owner: Promise.resolve("ana"),
    inquiries: { get: () => undefined, show() {}, refetch: async () => undefined },
    connection,
    network: { isOnline: () => isOnline, onChange: () => () => {} },
    clock,
    newKey: () => `key-${++keys}`,
  });
  outbox.start();
  return { server, clock, connection, outbox, bulk: createBulkActions({ inbox: server.inbox, outbox }) };
}

test("[INBOX-20] inquiries are snoozed together, each under a key of its own", async () => {
  const { server, bulk, clock } = setUp();
  const action = await bulk.snooze(inquiries, until);
  expect(server.bulk).toEqual(
    ["a", "b", "c"].map((id, at) => `key-${at + 1} snoozes ${id} until 2026-11-16T09:00:00.000Z`),
  );
  expect(action).toMatchObject({ type: "snooze", until, answered: 3, overtaken: 0, failures: [] });
  expect(bulk.last.get()).toEqual(action);
  clock.advance(noticeMs);
  expect(bulk.last.get()).toBe(undefined);
});

test("[INBOX-20] an undo gives each inquiry the snooze that it had before", async () => {
  const { server, bulk } = setUp();
  await bulk.snooze(inquiries, until);
  expect(await bulk.undo()).toBe(true);
  expect(server.bulk.slice(3).map((command) => command.replace(/^key-\d /, ""))).toEqual([
    "snoozes a until null",
    `snoozes b until ${snoozed.snoozedUntil}`,
    "snoozes c until null",
  ]);
  expect(await bulk.undo()).toBe(false);
});

test("[INBOX-20] a snooze that is undone and given again without a connection is the last one that is sent", async () => {
  const { outbox, bulk } = setUp({ isOnline: false });
  const [inquiry] = inquiries.slice(0, 1);
  for (const isUndone of [true, false, false]) {
    void bulk.snooze(inquiry ? [inquiry] : [], until);
    if (isUndone) void bulk.undo();
    await flushPromises();
  }
  const given = outbox.entries.get().map(({ submission }) => submission.type === "snooze" && submission.until);
  expect(given).toEqual([new Date(until).toISOString(), null, new Date(until).toISOString()]);
});

test("[INBOX-21] inquiries are declined together with one reason, each under a key of its own", async () => {
  const { server, bulk } = setUp();
  const { stored, done } = bulk.decline(inquiries, "Not today");
  await stored;
  expect(await done).toMatchObject({ type: "decline", answered: 3, failures: [] });
  expect(server.bulk).toEqual(["a", "b", "c"].map((id, at) => `key-${at + 1} declines ${id}: Not today`));
  expect(await bulk.undo()).toBe(false);
});

test("[INBOX-21] what is declined without a connection is stored and waits", async () => {
  const { server, outbox, bulk } = setUp({ isOnline: false });
  await bulk.decline(inquiries, " ").stored;
  await flushPromises();
  expect(outbox.entries.get().map(({ status }) => status)).toEqual(["waiting", "waiting", "waiting"]);
  expect(bulk.last.get()).toMatchObject({ answered: 0 });
  expect(server.bulk).toEqual([]);
});

test("[INBOX-22] one that fails is named with its problem, and the others are done", async () => {
  const { server, bulk, clock } = setUp();
  server.refuse("b");
  const action = await bulk.decline(inquiries, "").done;
  expect(action).toMatchObject({ answered: 3, failures: [{ inquiryId: "b", problem: { status: 404 } }] });
  clock.advance(10 * noticeMs);
  expect(bulk.last.get()).toEqual(action);
  bulk.close();
  expect(bulk.last.get()).toBe(undefined);
});

test("[INBOX-22] one that somebody else has resolved before is counted apart", async () => {
  const { bulk, server } = setUp();
  const receipt = { inquiryId: "b", resolution: "answered", at: "", runId: "run" } as const;
  server.client.inquiries.decline = async () => ({ ok: false, error: problemOf("inquiry-not-open", { receipt }) });
  expect(await bulk.decline(inquiries, "").done).toMatchObject({ answered: 3, overtaken: 3, failures: [] });
});

test("[INBOX-22] one that somebody else has resolved while it waited is counted apart as well", async () => {
  const { bulk, server, connection } = setUp();
  connection.set("lost");
  const { done } = bulk.decline(inquiries, "");
  await flushPromises();
  server.put(answeredBy("bea", { id: "b" }));
  connection.set("live");
  expect(await done).toMatchObject({ answered: 3, overtaken: 1, failures: [] });
  expect(server.bulk).toHaveLength(2);
});

test("[INBOX-22] only the last action has a notice", async () => {
  const { bulk, server } = setUp();
  const release = server.holdBack();
  const first = bulk.snooze(inquiries.slice(0, 1), until);
  const second = bulk.snooze(inquiries.slice(1), null);
  release();
  await first;
  expect(bulk.last.get()?.inquiries).toHaveLength(2);
  expect((await second).until).toBe(null);
});
