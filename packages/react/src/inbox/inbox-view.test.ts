import { expect, test } from "vitest";
import { inquiryOf } from "../testing/samples.ts";
import { inboxViewOf, inView, isUnread, outcomeOf } from "./inbox-view.ts";

const now = Date.parse("2026-11-15T12:00:00.000Z");
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

test("[INBOX-1] an unknown view in a URL is needs-you", () => {
  expect(inboxViewOf("done")).toBe("done");
  expect(inboxViewOf("nonsense")).toBe("needs-you");
  expect(inboxViewOf(undefined)).toBe("needs-you");
});

test("[INBOX-1] an unknown outcome in a URL shows all that is done", () => {
  expect(outcomeOf("answered-in-chat")).toBe("answered-in-chat");
  expect(outcomeOf("open")).toBe(undefined);
  expect(outcomeOf(undefined)).toBe(undefined);
});

test("[INBOX-7] a snoozed inquiry is hidden until its time", () => {
  const row = inquiryOf({ mine: { snoozedUntil: at(30) } });
  expect(inView("needs-you", [row], now)).toEqual([]);
  expect(inView("snoozed", [row], now)).toEqual([row]);
  const later = now + 30 * 60_000;
  expect(inView("needs-you", [row], later)).toEqual([row]);
  expect(inView("snoozed", [row], later)).toEqual([]);
});

test("[INBOX-3] an inquiry is unread until it is seen, and again after a snooze", () => {
  expect(isUnread({}, now)).toBe(true);
  expect(isUnread({ mine: { seenAt: at(-5) } }, now)).toBe(false);
  expect(isUnread({ mine: { seenAt: at(-5), snoozedUntil: at(-1) } }, now)).toBe(true);
  expect(isUnread({ mine: { seenAt: at(-5), snoozedUntil: at(1) } }, now)).toBe(false);
  expect(isUnread({ mine: { seenAt: at(-1), snoozedUntil: at(-5) } }, now)).toBe(false);
});
