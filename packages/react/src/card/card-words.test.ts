import type { Inquiry } from "@askback/core/wire";
import { expect, test } from "vitest";
import { createI18n } from "../i18n/i18n.ts";
import { signs, titleOf } from "./card-words.ts";
import type { CardState } from "./inquiry-card.ts";
import { shownCard } from "./testing/shown-card.ts";

const i18n = createI18n();
const at = "2026-05-04T14:02:00.000Z";

/** The first line of a card in this state, resolved by that person. */
function title(state: CardState, by?: string, inquiry: Partial<Inquiry> = {}): string {
  const isEnded = !["pending", "submitting", "held", "readonly"].includes(state);
  const type = state as NonNullable<Inquiry["resolution"]>["type"];
  const resolution = isEnded && { resolution: { type, at, ...(by !== undefined && { by }) } };
  const card = shownCard({ state, inquiry: { ...resolution, ...inquiry } });
  const { id, values } = titleOf(card, (time) => time.slice(11, 16));
  return i18n._(id, values);
}

test("[C-12] each state has its own words", () => {
  expect(title("pending")).toBe("Planner asks");
  expect(title("submitting")).toBe("Planner asks");
  expect(title("readonly")).toBe("Planner waits for somebody else");
  expect(title("answered", "ana")).toBe("You answered · 14:02");
  expect(title("answered", "Ben")).toBe("Ben answered · 14:02");
  expect(title("answered-in-chat", "ana")).toBe("Answered by your message");
  expect(title("answered-in-chat", "Ben")).toBe("Answered by a message from Ben");
  expect(title("delegated", "ana")).toBe("You let Planner decide");
  expect(title("delegated", "Ben")).toBe("Ben let Planner decide");
  expect(title("declined", "ana")).toBe("You declined to answer");
  expect(title("declined", "Ben")).toBe("Ben declined to answer");
  expect(title("dismissed", "ana")).toBe("You set this aside to write instead");
  expect(title("dismissed", "Ben")).toBe("Ben set this aside to write instead");
  expect(title("expired")).toBe("Expired at 14:02. Planner went on without an answer.");
  expect(title("expired", undefined, { deadline: "2026-05-04T14:01:00.000Z" })).toContain("14:01");
  expect(title("withdrawn", "agent")).toBe("Planner withdrew this question");
  expect(title("withdrawn", "ana")).toBe("You withdrew this question by stopping the run");
  expect(title("superseded")).toBe("Replaced by a newer question");
});

const receipt = { inquiryId: "inq_1", resolution: "answered", at, runId: "run_1" };

test("[C-12] a held answer says whose it is", () => {
  expect(title("held", undefined, { receipt: { ...receipt, by: "ana" } })).toBe("Your answer is about to be sent");
  expect(title("held", undefined, { receipt: { ...receipt, by: "Ben" } })).toBe(
    "Ben has answered and can still take it back",
  );
});

test("[C-14] an approval says whether it was given", () => {
  const approval = { tool: "rm", input: {} };
  expect(title("pending", undefined, { approval })).toBe("Planner asks for approval");
  expect(title("answered", "ana", { approval, receipt: { ...receipt, allowed: true } })).toBe(
    "You allowed this · 14:02",
  );
  expect(title("answered", "Ben", { approval, receipt: { ...receipt, allowed: false } })).toBe(
    "Ben refused this · 14:02",
  );
  expect(title("answered", "Ben", { approval })).toBe("Ben refused this · 14:02");
});

test("[L-2] a name cannot turn the words around it", () => {
  expect(title("pending", undefined, { agent: "Plan\u202ener" })).toBe("Planner asks");
});

test("[C-12] settled states are told apart by signs too", () => {
  const settled = ["answered", "delegated", "declined", "dismissed", "expired", "superseded", "withdrawn"] as const;
  expect(new Set(settled.map((state) => signs[state])).size).toBe(settled.length);
});
