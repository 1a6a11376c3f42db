import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { observe } from "../../testing/observe.ts";
import { openInbox, row } from "../../testing/open-inbox.ts";
import { answeredBy, problemOf } from "../../testing/samples.ts";
import { receiptMs } from "./inbox.ts";

test("[INBOX-13] pages are read one after another, and the first is shown before the second is read", async () => {
  const { server, inbox, subscribe, state } = openInbox(...Array.from({ length: 450 }, (_, index) => row(`i${index}`)));
  const seen: (readonly [number | undefined, boolean | undefined])[] = [];
  subscribe(inbox.open(), () => {
    const { inquiries, isWhole } = state(inbox.open())?.data ?? {};
    seen.push([inquiries?.length, isWhole]);
  });
  expect(state(inbox.open())?.status).toBe("pending");
  await flushPromises();
  expect(server.listed.map(({ limit, cursor }) => [limit, cursor])).toEqual([
    [200, undefined],
    [200, "200"],
    [200, "400"],
  ]);
  expect(seen[0]).toEqual([200, false]);
  expect(seen.at(-1)).toEqual([450, true]);
});

test("[INBOX-5] an inquiry that was read or asked while the list was being read is in it", async () => {
  const { server, inbox, subscribe, rows } = openInbox(row("a"), row("b"));
  const release = server.holdBack();
  subscribe(inbox.open());
  inbox.open().put(row("b"));
  inbox.open().put(row("c"));
  release();
  await flushPromises();
  expect(rows(inbox.open())?.toSorted()).toEqual(["a open", "b open", "c open"]);
});

test("[INBOX-5] an inquiry that was asked is read and added", async () => {
  const { server, inbox, subscribe, rows } = openInbox(row("a"));
  subscribe(inbox.open());
  await flushPromises();
  server.record("inquiry.asked", row("b"));
  await flushPromises();
  expect(rows(inbox.open())).toEqual(["a open", "b open"]);
});

test("[INBOX-5] a resolved row shows its receipt for four seconds and then leaves", async () => {
  const { server, clock, inbox, subscribe, rows } = openInbox(row("a"), row("b"));
  subscribe(inbox.open());
  await flushPromises();
  server.record("inquiry.resolved", answeredBy("ben", { id: "a", conversationId: "of a" }));
  await flushPromises();
  clock.advance(receiptMs - 1);
  expect(rows(inbox.open())).toEqual(["a answered", "b open"]);
  clock.advance(1);
  expect(rows(inbox.open())).toEqual(["b open"]);
});

test("[INBOX-5] an inquiry that was resolved before it was listed never appears", async () => {
  const { server, inbox, subscribe, rows } = openInbox();
  subscribe(inbox.open());
  await flushPromises();
  server.record("inquiry.resolved", answeredBy("ben", { id: "a" }));
  await flushPromises();
  expect(rows(inbox.open())).toEqual([]);
});

test("[INBOX-5] a held row stays, and is open again when its answer was taken back", async () => {
  const { server, inbox, subscribe, rows } = openInbox(row("a"));
  subscribe(inbox.open());
  await flushPromises();
  server.record("inquiry.held", row("a", { status: "held" }));
  await flushPromises();
  server.sendSnapshot();
  await flushPromises();
  expect(rows(inbox.open())).toEqual(["a held"]);
  server.record("inquiry.reopened", row("a"));
  await flushPromises();
  expect(rows(inbox.open())).toEqual(["a open"]);
});

test("[INBOX-5] a page that was read before an event brings no resolved row back", async () => {
  const { server, clock, inbox, subscribe, rows } = openInbox(row("a"));
  subscribe(inbox.open());
  await flushPromises();
  const letGo = server.holdBack();
  server.sendSnapshot();
  await flushPromises();
  server.record("inquiry.resolved", answeredBy("ben", { id: "a", conversationId: "of a" }));
  await flushPromises();
  letGo();
  await flushPromises();
  clock.advance(receiptMs);
  expect(rows(inbox.open())).toEqual([]);
});

test("[INBOX-5] the response to a read that began before the last event is thrown away", async () => {
  const { server, inbox, subscribe, state } = openInbox(row("a"));
  const revisions: (number | undefined)[] = [];
  subscribe(inbox.open(), () => revisions.push(state(inbox.open())?.data?.inquiries[0]?.revision));
  await flushPromises();
  const release = server.holdBack();
  server.record("inquiry.extended", row("a", { revision: 2 }));
  await flushPromises();
  server.record("inquiry.extended", row("a", { revision: 3 }));
  await flushPromises();
  release();
  await flushPromises();
  expect(revisions).toEqual([1, 3]);
});

test("[INBOX-13] a list that is shown twice is read once", async () => {
  const { server, inbox, subscribe } = openInbox(row("a"));
  subscribe(inbox.open());
  await flushPromises();
  subscribe(inbox.open());
  await flushPromises();
  expect(server.listed).toHaveLength(1);
});

test("[INBOX-5] after a snapshot the list is refetched, and rows that are gone leave", async () => {
  const { server, inbox, subscribe, rows } = openInbox(row("a"), row("b"));
  subscribe(inbox.open());
  await flushPromises();
  server.remove("a");
  server.put(row("c"));
  server.sendSnapshot();
  await flushPromises();
  expect(rows(inbox.open())).toEqual(["b open", "c open"]);
});

test("[INBOX-5] a row whose conversation was erased leaves at once", async () => {
  const { server, inbox, subscribe, rows } = openInbox(row("a"), row("b"));
  subscribe(inbox.open());
  await flushPromises();
  server.remove("a");
  server.recordIn("of a");
  await flushPromises();
  expect(rows(inbox.open())).toEqual(["b open"]);
});

test("[INBOX-12] when a refetch fails the rows stay, and are refetched when the connection is back", async () => {
  const { server, clock, inbox, subscribe, state, rows } = openInbox(row("a"));
  subscribe(inbox.open());
  await flushPromises();
  server.setDown(true);
  server.setConnection("lost");
  clock.advance(2_000);
  await server.live.queryClient.refetchQueries({ queryKey: inbox.open().query.queryKey });
  expect(state(inbox.open())).toMatchObject({ status: "error", error: { code: "unreachable" } });
  expect(rows(inbox.open())).toEqual(["a open"]);
  server.setDown(false);
  server.put(row("b"));
  server.setConnection("live");
  await flushPromises();
  expect(state(inbox.open())?.status).toBe("success");
  expect(rows(inbox.open())).toEqual(["a open", "b open"]);
});

test("[INBOX-12] a list in error follows its events, and is neither refetched nor shown without its error meanwhile", async () => {
  const { server, inbox, subscribe, state, rows } = openInbox(row("a"), row("b"));
  const statuses = new Set<string | undefined>();
  subscribe(inbox.open(), () => statuses.add(state(inbox.open())?.status));
  await flushPromises();
  let reads = 0;
  server.client.inquiries.list = async () => {
    reads += 1;
    return { ok: false, error: problemOf("forbidden", { status: 403 }) };
  };
  server.sendSnapshot();
  await flushPromises();
  statuses.clear();
  server.record("inquiry.asked", row("c"));
  await flushPromises();
  server.record("inquiry.asked", row("d"));
  await flushPromises();
  expect(rows(inbox.open())).toEqual(["a open", "b open", "c open", "d open"]);
  expect(reads).toBe(1);
  expect([...statuses]).toEqual(["error"]);
});

test("[INBOX-13] a read of a long list starts over as soon as events may have been missed", async () => {
  const { server, inbox, subscribe, state } = openInbox(...Array.from({ length: 450 }, (_, index) => row(`i${index}`)));
  const release = server.holdBack();
  subscribe(inbox.open());
  await flushPromises();
  server.sendSnapshot();
  await flushPromises();
  release();
  await flushPromises();
  expect(server.listed.map(({ cursor }) => cursor)).toEqual([undefined, undefined, "200", "400"]);
  expect(state(inbox.open())?.data).toMatchObject({ isWhole: true, inquiries: { length: 450 } });
});

test("[INBOX-12] a refetch while the list is being read does not read it twice", async () => {
  const { server, inbox, subscribe, rows } = openInbox(row("a"));
  subscribe(inbox.open());
  await flushPromises();
  const release = server.holdBack();
  inbox.open().refetch();
  await flushPromises();
  inbox.open().refetch();
  release();
  await flushPromises();
  expect(server.listed).toHaveLength(2);
  expect(rows(inbox.open())).toEqual(["a open"]);
});

test("[INBOX-12] when the first read fails there are no rows", async () => {
  const { server, inbox, subscribe, state } = openInbox(row("a"));
  server.setDown(true);
  subscribe(inbox.open());
  await flushPromises();
  expect(state(inbox.open())).toMatchObject({ status: "error", data: undefined });
});

test("[INBOX-7] a snooze is shown at once, without an event", async () => {
  const { server, inbox, subscribe, state } = openInbox(row("a"));
  subscribe(inbox.open());
  const count = observe(server.live.queryClient, server.live.queries.inboxCount);
  await flushPromises();
  const snoozed = row("a", { mine: { snoozedUntil: "2026-11-15T12:00:00.000Z" } });
  server.put(snoozed);
  inbox.changed(snoozed);
  await flushPromises();
  expect(state(inbox.open())?.data?.inquiries[0]?.mine).toEqual(snoozed.mine);
  expect(count.get().data).toEqual({ open: 0, snoozed: 1 });
});

test("[INBOX-13] nothing is read without subscribers", async () => {
  const { server, inbox, subscribe } = openInbox(row("a"));
  const stop = subscribe(inbox.open());
  await flushPromises();
  stop();
  const before = server.listed.length;
  server.sendSnapshot();
  await flushPromises();
  expect(server.listed).toHaveLength(before);
});
