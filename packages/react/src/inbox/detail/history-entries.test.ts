import type { AuditEntry } from "@askback/core/wire";
import { expect, test } from "vitest";
import { answeredBy } from "../../testing/samples.ts";
import { historyOf } from "./history-entries.ts";

const askedAt = "2026-11-15T09:00:00.000Z";

test("[INBOX-1] the history of an inquiry is read from its fields, oldest first, where nothing is recorded", () => {
  const mine = { seenAt: "2026-11-15T09:02:00.000Z", draftedAt: "2026-11-15T09:01:00.000Z" };
  expect(historyOf(answeredBy("ana", { mine }), [], "bob")).toEqual([
    { type: "asked", at: askedAt },
    { type: "drafted", at: mine.draftedAt },
    { type: "seen", at: mine.seenAt, by: "bob" },
    { type: "resolved", at: "2026-11-15T09:05:00.000Z", outcome: "answered", by: "ana" },
  ]);
});

test("[INBOX-1] a held answer is in the history until it is delivered", () => {
  const held = answeredBy("ana", { status: "held", heldUntil: "2026-11-15T09:05:05.000Z" });
  const { resolution: _, ...waiting } = held;
  expect(historyOf(waiting, [], "ana").map(({ type }) => type)).toEqual(["asked", "held"]);
  expect(historyOf(held, [], "ana").map(({ type }) => type)).toEqual(["asked", "resolved"]);
});

test("[AUDIT-12] the history is what the server recorded, with everybody and every way, and the reader's own draft", () => {
  const at = (minute: number) => `2026-11-15T09:0${minute}:00.000Z`;
  const recorded: readonly AuditEntry[] = [
    { type: "asked", at: at(0), facts: { agent: "planner" } },
    { type: "notified", at: at(1), facts: { channel: "webhook", recipient: "shop", outcome: "dead" } },
    { type: "seen", at: at(2), by: "bob", via: "web", facts: {} },
    { type: "held", at: at(3), by: "ana", via: "terminal", facts: { until: Date.parse(at(4)) } },
    { type: "resolved", at: at(4), by: "ana", facts: { resolution: "answered", held: true } },
    { type: "consumed", at: at(5), facts: { step: 2 } },
    { type: "resolved", at: at(6), facts: { resolution: "of a later version" } },
  ];
  const entries = historyOf(answeredBy("ana", { mine: { draftedAt: at(2) } }), recorded, "ana");
  expect(entries.map(({ type }) => type)).toEqual([
    "asked",
    "notified",
    "seen",
    "drafted",
    "held",
    "resolved",
    "consumed",
  ]);
  expect(entries[1]).toMatchObject({ recipient: "shop", isDelivered: false });
  expect(entries[4]).toMatchObject({ by: "ana", via: "terminal", until: at(4) });
});

test("[AUDIT-12] who took, assigned, agreed and was asked later is in the history", () => {
  const at = "2026-11-15T09:00:00.000Z";
  const recorded: readonly AuditEntry[] = [
    { type: "asked", at, facts: { agent: "planner" } },
    { type: "taken", at, by: "bob", facts: {} },
    { type: "released", at, by: "bob", facts: {} },
    { type: "assigned", at, by: "ana", facts: { to: "bob" } },
    { type: "assigned", at, by: "ana", facts: {} },
    { type: "reminded", at, facts: { step: 1 } },
    { type: "reminded", at, facts: { step: 2, people: "cleo", groups: "ops" } },
    { type: "escalated", at, facts: { people: "dan", deadline: 1 } },
    { type: "agreed", at, by: "ana", facts: { groups: "ops" } },
    { type: "agreement-retracted", at, by: "ana", facts: {} },
  ];
  const entries = historyOf(answeredBy("ana", {}), recorded, "ana");
  expect(entries.map((entry) => [entry.type, "to" in entry ? entry.to : entry.by])).toEqual([
    ["asked", undefined],
    ["taken", "bob"],
    ["released", "bob"],
    ["assigned", "bob"],
    ["unassigned", "ana"],
    ["reminded", undefined],
    ["escalated", "cleo, ops"],
    ["escalated", "dan"],
    ["agreed", "ana"],
    ["agreement-retracted", "ana"],
  ]);
});
