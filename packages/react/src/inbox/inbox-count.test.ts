import { expect, test } from "vitest";
import { valueIn } from "../live/known.ts";
import { answeredBy, inquiryOf } from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";
import { createTurnableClock } from "../testing/turnable-clock.ts";
import { createInboxCount } from "./inbox-count.ts";
import { createFakeInbox } from "./testing/fake-inbox.ts";

function counted() {
  const server = createFakeInbox();
  const clock = createTurnableClock();
  const count = createInboxCount({ ...server, clock });
  return { server, clock, count, value: () => valueIn(count.get()) };
}

test("[I-6] the number is the server's, and is read again when something was asked or settled", async () => {
  const { server, count, value } = counted();
  server.put(inquiryOf({ id: "a" }));
  count.subscribe(() => {});
  await settled();
  expect(value()).toEqual({ open: 1, snoozed: 0 });
  server.happen("asked", inquiryOf({ id: "b" }));
  await settled();
  expect(value()).toEqual({ open: 2, snoozed: 0 });
  server.happen("resolved", answeredBy("ben", { id: "a" }));
  await settled();
  expect(value()).toEqual({ open: 1, snoozed: 0 });
});

test("[I-6] a number that was read before the last event is not shown", async () => {
  const { server, count } = counted();
  const shown: unknown[] = [];
  const letGo = server.holdBack();
  count.subscribe(() => shown.push(valueIn(count.get())?.open));
  await settled();
  server.happen("asked", inquiryOf({ id: "a" }));
  letGo();
  await settled();
  expect(shown).toEqual([1]);
});

test("[I-6] a failed look keeps the number", async () => {
  const { server, count, value } = counted();
  server.put(inquiryOf({ id: "a" }));
  count.subscribe(() => {});
  await settled();
  server.setDown(true);
  server.tell({ type: "snapshot" });
  await settled();
  expect(count.get().status).toBe("failed");
  expect(value()).toEqual({ open: 1, snoozed: 0 });
});

test("[I-7] while something is snoozed the number is read each minute, for nothing tells of its return", async () => {
  const { server, clock, count, value } = counted();
  server.put(inquiryOf({ id: "a", mine: { snoozedUntil: "2026-11-15T09:30:00.000Z" } }));
  count.subscribe(() => {});
  await settled();
  expect(value()).toEqual({ open: 0, snoozed: 1 });
  server.put(inquiryOf({ id: "a" }));
  clock.turn(60_000);
  await settled();
  expect(value()).toEqual({ open: 1, snoozed: 0 });
});
