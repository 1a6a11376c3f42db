import { expect, test } from "vitest";
import { inquiryOf } from "../testing/samples.ts";
import { inboxViewOf, inView, isUnread, outcomeOf } from "./inbox-view.ts";

const now = Date.parse("2026-11-15T12:00:00.000Z");
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

test("[I-1] an address without a known view leads to what needs the reader", () => {
  expect(inboxViewOf("done")).toBe("done");
  expect(inboxViewOf("nonsense")).toBe("needs-you");
  expect(inboxViewOf(undefined)).toBe("needs-you");
});

test("[I-1] an address without a known outcome leads to all that is done", () => {
  expect(outcomeOf("answered-in-chat")).toBe("answered-in-chat");
  expect(outcomeOf("open")).toBe(undefined);
  expect(outcomeOf(undefined)).toBe(undefined);
});

test("[I-7] what is snoozed is away until its time, and then back", () => {
  const row = inquiryOf({ mine: { snoozedUntil: at(30) } });
  expect(inView("needs-you", [row], now)).toEqual([]);
  expect(inView("snoozed", [row], now)).toEqual([row]);
  const later = now + 30 * 60_000;
  expect(inView("needs-you", [row], later)).toEqual([row]);
  expect(inView("snoozed", [row], later)).toEqual([]);
});

test("[I-3] unread is what nobody looked at, or not since it came back", () => {
  expect(isUnread({}, now)).toBe(true);
  expect(isUnread({ mine: { seenAt: at(-5) } }, now)).toBe(false);
  expect(isUnread({ mine: { seenAt: at(-5), snoozedUntil: at(-1) } }, now)).toBe(true);
  expect(isUnread({ mine: { seenAt: at(-5), snoozedUntil: at(1) } }, now)).toBe(false);
  expect(isUnread({ mine: { seenAt: at(-1), snoozedUntil: at(-5) } }, now)).toBe(false);
});
