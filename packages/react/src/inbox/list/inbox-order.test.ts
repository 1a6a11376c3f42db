import { expect, test } from "vitest";
import { inquiryOf } from "../../testing/samples.ts";
import { byResolution, bySnoozeEnd, byUrgency, isExpiring } from "./inbox-order.ts";

const now = Date.parse("2026-11-15T12:00:00.000Z");
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const approval = { tool: "deploy", input: {} };
const ids = (inquiries: readonly { id: string }[]) => inquiries.map(({ id }) => id);

test("[INBOX-2] what expires within 30 minutes comes first, then approvals, then what has waited longest", () => {
  const rows = [
    inquiryOf({ id: "young", askedAt: at(-1) }),
    inquiryOf({ id: "old", askedAt: at(-90) }),
    inquiryOf({ id: "late approval", askedAt: at(-1), approval }),
    inquiryOf({ id: "early approval", askedAt: at(-5), approval }),
    inquiryOf({ id: "ends later", askedAt: at(-200), deadline: at(29) }),
    inquiryOf({ id: "ends first", askedAt: at(-2), deadline: at(3) }),
    inquiryOf({ id: "far deadline", askedAt: at(-60), deadline: at(31) }),
  ];
  const order = ["ends first", "ends later", "early approval", "late approval", "old", "far deadline", "young"];
  expect(ids(byUrgency(rows, now))).toEqual(order);
  expect(ids(byUrgency(rows.toReversed(), now))).toEqual(order);
});

test("[INBOX-2] an approval that expires soon is ordered by its deadline", () => {
  const rows = [
    inquiryOf({ id: "approval", approval, deadline: at(20) }),
    inquiryOf({ id: "question", deadline: at(10) }),
  ];
  expect(ids(byUrgency(rows, now))).toEqual(["question", "approval"]);
});

test("[INBOX-2] two inquiries of the same moment have a stable order", () => {
  const rows = ["b", "a", "c"].map((id) => inquiryOf({ id, askedAt: at(-1) }));
  expect(ids(byUrgency(rows, now))).toEqual(["a", "b", "c"]);
});

test("[INBOX-2] 30 minutes are soon, and so is a passed deadline", () => {
  expect(isExpiring({ deadline: at(30) }, now)).toBe(true);
  expect(isExpiring({ deadline: at(-1) }, now)).toBe(true);
  expect(isExpiring({ deadline: new Date(now + 30 * 60_000 + 1).toISOString() }, now)).toBe(false);
  expect(isExpiring({}, now)).toBe(false);
});

test("[INBOX-1] snoozed inquiries are in the order of their return, and resolved ones the latest first", () => {
  const snoozed = [3, 1, 2].map((hours) => inquiryOf({ id: `${hours}`, mine: { snoozedUntil: at(hours * 60) } }));
  expect(ids(bySnoozeEnd(snoozed))).toEqual(["1", "2", "3"]);
  const done = [3, 1, 2].map((hours) =>
    inquiryOf({ id: `${hours}`, status: "declined", resolution: { type: "declined", at: at(-hours * 60) } }),
  );
  expect(ids(byResolution(done))).toEqual(["1", "2", "3"]);
});
