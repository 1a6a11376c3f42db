import type { Inquiry } from "@askback/core/wire";
import { expect, test } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { observe } from "../../testing/observe.ts";
import { openInbox, row } from "../../testing/open-inbox.ts";
import { answeredBy, inquiryOf } from "../../testing/samples.ts";
import { createMinuteTicker } from "../clock.ts";

function openCount(...inquiries: readonly Inquiry[]) {
  const { server, clock } = openInbox(...inquiries);
  return { server, clock, count: observe(server.live.queryClient, server.live.queries.inboxCount).get };
}

test("[INBOX-6] the number is the server's, and is refetched when something was asked or resolved", async () => {
  const { server, count } = openCount(inquiryOf({ id: "a" }));
  await flushPromises();
  expect(count().data).toEqual({ open: 1, snoozed: 0 });
  server.record("inquiry.asked", inquiryOf({ id: "b" }));
  await flushPromises();
  expect(count().data).toEqual({ open: 2, snoozed: 0 });
  server.record("inquiry.resolved", answeredBy("ben", { id: "a" }));
  await flushPromises();
  expect(count().data).toEqual({ open: 1, snoozed: 0 });
});

test("[FORK-5] the question of a fork is in the inbox and its number at once, and is no new question", async () => {
  const { server, inbox, subscribe, rows } = openInbox(row("a"));
  const count = observe(server.live.queryClient, server.live.queries.inboxCount);
  const asked: string[] = [];
  server.live.onEvent((event) => event.type === "asked" && asked.push(event.inquiryId));
  subscribe(inbox.open());
  await flushPromises();
  server.record("conversation.forked", row("b"));
  await flushPromises();
  expect(rows(inbox.open())).toEqual(["a open", "b open"]);
  expect(count.get().data).toEqual({ open: 2, snoozed: 0 });
  expect(asked).toEqual([]);
});

test("[INBOX-6] a number that was read before the last event is not shown", async () => {
  const { server } = openInbox();
  const shown: (number | undefined)[] = [];
  const release = server.holdBack();
  observe(server.live.queryClient, server.live.queries.inboxCount, (result) => shown.push(result.data?.open));
  await flushPromises();
  server.record("inquiry.asked", inquiryOf({ id: "a" }));
  await flushPromises();
  release();
  await flushPromises();
  expect(shown).toEqual([1]);
});

test("[INBOX-6] a read that fails keeps the number", async () => {
  const { server, count } = openCount(inquiryOf({ id: "a" }));
  await flushPromises();
  server.setDown(true);
  server.sendSnapshot();
  await flushPromises();
  expect(count().status).toBe("error");
  expect(count().data).toEqual({ open: 1, snoozed: 0 });
});

test("[INBOX-7] while something is snoozed the number is read each minute, since no event tells of its return", async () => {
  const { server, clock, count } = openCount(
    inquiryOf({ id: "a", mine: { snoozedUntil: "2026-11-15T09:30:00.000Z" } }),
  );
  await flushPromises();
  expect(count().data).toEqual({ open: 0, snoozed: 1 });
  server.put(inquiryOf({ id: "a" }));
  clock.advance(60_000);
  await flushPromises();
  expect(count().data).toEqual({ open: 1, snoozed: 0 });
});

test("[INBOX-3] one ticker tells the time at each full minute, while it has listeners", () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 15, 9, 0, 40));
  const minute = createMinuteTicker(clock);
  const ticks: number[] = [];
  const stop = minute.listen((now) => ticks.push(now));
  clock.advance(80_000);
  stop();
  clock.advance(120_000);
  expect(ticks).toEqual([Date.UTC(2026, 10, 15, 9, 1), Date.UTC(2026, 10, 15, 9, 2)]);
});
