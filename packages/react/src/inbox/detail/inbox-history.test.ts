import { expect, test } from "vitest";
import { answeredBy } from "../../testing/samples.ts";
import { historyOf } from "./inbox-history.tsx";

const askedAt = "2026-11-15T09:00:00.000Z";

test("[INBOX-1] the history of an inquiry is read from its fields, oldest first", () => {
  const mine = { seenAt: "2026-11-15T09:02:00.000Z", draftedAt: "2026-11-15T09:01:00.000Z" };
  expect(historyOf(answeredBy("ana", { mine }))).toEqual([
    { type: "asked", at: askedAt },
    { type: "drafted", at: mine.draftedAt },
    { type: "seen", at: mine.seenAt },
    { type: "resolved", at: "2026-11-15T09:05:00.000Z", outcome: "answered", by: "ana" },
  ]);
});

test("[INBOX-1] a held answer is in the history until it is delivered", () => {
  const held = answeredBy("ana", { status: "held", heldUntil: "2026-11-15T09:05:05.000Z" });
  const { resolution: _, ...waiting } = held;
  expect(historyOf(waiting).map(({ type }) => type)).toEqual(["asked", "held"]);
  expect(historyOf(held).map(({ type }) => type)).toEqual(["asked", "resolved"]);
});
