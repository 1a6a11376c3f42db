import type { Inquiry } from "@askback/core/wire";
import { expect, test } from "vitest";
import { valueIn } from "../live/known.ts";
import { answeredBy, inquiryOf } from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";
import { createTurnableClock } from "../testing/turnable-clock.ts";
import { createInboxCount } from "./inbox-count.ts";
import { createInboxLive, receiptTime } from "./inbox-live.ts";
import type { InquiryList } from "./inquiry-list.ts";
import { createFakeInbox } from "./testing/fake-inbox.ts";

function openInbox(...inquiries: readonly Inquiry[]) {
  const server = createFakeInbox();
  server.put(...inquiries);
  const clock = createTurnableClock();
  const count = createInboxCount({ ...server, clock });
  return { server, clock, inbox: createInboxLive({ ...server, clock, count }) };
}

const row = (id: string, change: Partial<Inquiry> = {}) => inquiryOf({ id, conversationId: `of ${id}`, ...change });
const shown = (list: InquiryList) => valueIn(list.get())?.inquiries.map(({ id, status }) => `${id} ${status}`);
const listen = (list: InquiryList) => list.subscribe(() => {});

test("[I-13] pages are read one after another, and the first is shown before the second is read", async () => {
  const { server, inbox } = openInbox(...Array.from({ length: 450 }, (_, index) => row(`i${index}`)));
  const seen: (readonly [number | undefined, boolean | undefined])[] = [];
  inbox.open.subscribe(() => {
    const value = valueIn(inbox.open.get());
    seen.push([value?.inquiries.length, value?.isWhole]);
  });
  expect(inbox.open.get().status).toBe("loading");
  await settled();
  expect(server.asked.map(({ limit, cursor }) => [limit, cursor])).toEqual([
    [200, undefined],
    [200, "200"],
    [200, "400"],
  ]);
  expect(seen[0]).toEqual([200, false]);
  expect(seen.at(-1)).toEqual([450, true]);
});

test("[I-5] an inquiry that was asked is read and added", async () => {
  const { server, inbox } = openInbox(row("a"));
  listen(inbox.open);
  await settled();
  server.happen("asked", row("b"));
  await settled();
  expect(shown(inbox.open)).toEqual(["a open", "b open"]);
});

test("[I-5] a settled row shows its receipt for four seconds and then leaves", async () => {
  const { server, clock, inbox } = openInbox(row("a"), row("b"));
  listen(inbox.open);
  await settled();
  server.happen("resolved", answeredBy("ben", { id: "a", conversationId: "of a" }));
  await settled();
  clock.turn(receiptTime - 1);
  expect(shown(inbox.open)).toEqual(["a answered", "b open"]);
  clock.turn(1);
  expect(shown(inbox.open)).toEqual(["b open"]);
});

test("[I-5] what was settled before anybody saw it never appears", async () => {
  const { server, inbox } = openInbox();
  listen(inbox.open);
  await settled();
  server.happen("resolved", answeredBy("ben", { id: "a" }));
  await settled();
  expect(shown(inbox.open)).toEqual([]);
});

test("[I-5] a held row stays, and is open again when its answer was taken back", async () => {
  const { server, inbox } = openInbox(row("a"));
  listen(inbox.open);
  await settled();
  server.happen("changed", row("a", { status: "held" }));
  await settled();
  server.tell({ type: "snapshot" });
  await settled();
  expect(shown(inbox.open)).toEqual(["a held"]);
  server.happen("changed", row("a"));
  await settled();
  expect(shown(inbox.open)).toEqual(["a open"]);
});

test("[I-5] a page that was read before an event brings no settled row back", async () => {
  const { server, clock, inbox } = openInbox(row("a"));
  listen(inbox.open);
  await settled();
  const letGo = server.holdBack();
  server.tell({ type: "snapshot" });
  await settled();
  server.happen("resolved", answeredBy("ben", { id: "a", conversationId: "of a" }));
  await settled();
  letGo();
  await settled();
  clock.turn(receiptTime);
  expect(shown(inbox.open)).toEqual([]);
});

test("[I-5] an answer to a read that began before the last event is thrown away", async () => {
  const { server, inbox } = openInbox(row("a"));
  listen(inbox.open);
  await settled();
  const letGo = server.holdBack();
  server.happen("changed", row("a", { revision: 2 }));
  await settled();
  server.happen("changed", row("a", { revision: 3 }));
  const revisions: (number | undefined)[] = [];
  inbox.open.subscribe(() => revisions.push(valueIn(inbox.open.get())?.inquiries[0]?.revision));
  letGo();
  await settled();
  expect(revisions).toEqual([3]);
});

test("[I-5] after a snapshot all is read again, and what is gone leaves", async () => {
  const { server, inbox } = openInbox(row("a"), row("b"));
  listen(inbox.open);
  await settled();
  server.drop("a");
  server.put(row("c"));
  server.tell({ type: "snapshot" });
  await settled();
  expect(shown(inbox.open)).toEqual(["b open", "c open"]);
});

test("[I-5] a row whose conversation was erased leaves at once", async () => {
  const { server, inbox } = openInbox(row("a"), row("b"));
  listen(inbox.open);
  await settled();
  server.drop("a");
  server.tell({ type: "conversation", conversationId: "of a" });
  await settled();
  expect(shown(inbox.open)).toEqual(["b open"]);
});

test("[I-12] when reading fails the rows stay, and are read again when the connection is back", async () => {
  const { server, inbox } = openInbox(row("a"));
  listen(inbox.open);
  await settled();
  server.setDown(true);
  server.become("lost");
  await inbox.open.reload();
  expect(inbox.open.get()).toMatchObject({ status: "failed", problem: { code: "unreachable" } });
  expect(shown(inbox.open)).toEqual(["a open"]);
  server.setDown(false);
  server.put(row("b"));
  server.become("live");
  await settled();
  expect(inbox.open.get().status).toBe("ready");
  expect(shown(inbox.open)).toEqual(["a open", "b open"]);
});

test("[I-12] when the first look fails nothing is made up", async () => {
  const { server, inbox } = openInbox(row("a"));
  server.setDown(true);
  listen(inbox.open);
  await settled();
  expect(inbox.open.get()).toMatchObject({ status: "failed" });
  expect(valueIn(inbox.open.get())).toBeUndefined();
});

test("[I-1] what is done can be narrowed to one outcome, and goes on as more is settled", async () => {
  const { server, inbox } = openInbox(row("a"), answeredBy("ben", { id: "b" }));
  const declined = inbox.done("declined");
  listen(declined);
  listen(inbox.done());
  await settled();
  expect(shown(inbox.done())).toEqual(["b answered"]);
  expect(shown(declined)).toEqual([]);
  server.happen(
    "resolved",
    row("a", { status: "declined", resolution: { type: "declined", at: "2026-11-15T09:00:00.000Z" } }),
  );
  await settled();
  expect(shown(declined)).toEqual(["a declined"]);
  expect(shown(inbox.done())).toEqual(["b answered", "a declined"]);
});

test("[I-7] what was snoozed is known at once, without waiting for news", async () => {
  const { server, inbox } = openInbox(row("a"));
  listen(inbox.open);
  inbox.count.subscribe(() => {});
  await settled();
  const snoozed = row("a", { mine: { snoozedUntil: "2026-11-15T12:00:00.000Z" } });
  server.put(snoozed);
  inbox.changed(snoozed);
  await settled();
  expect(valueIn(inbox.open.get())?.inquiries[0]?.mine).toEqual(snoozed.mine);
  expect(valueIn(inbox.count.get())).toEqual({ open: 0, snoozed: 1 });
});

test("[I-13] nothing is read while nobody listens", async () => {
  const { server, inbox } = openInbox(row("a"));
  const stop = listen(inbox.open);
  await settled();
  stop();
  const before = server.asked.length;
  server.tell({ type: "snapshot" });
  await settled();
  expect(server.asked).toHaveLength(before);
});
