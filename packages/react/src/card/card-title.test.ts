import type { Inquiry } from "@askback/core/wire";
import { expect, test } from "vitest";
import type { CardState } from "../data/inquiry/inquiry-card.ts";
import { createI18n } from "../i18n/i18n.ts";
import { questionText, regionTitleOf, signOf, titleOf } from "./card-title.ts";
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

test("[CARD-12] each state has its own title", () => {
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
  expect(title("dismissed", "ana")).toBe("You chose to reply in chat");
  expect(title("dismissed", "Ben")).toBe("Ben chose to reply in chat");
  expect(title("expired")).toBe("Expired at 14:02. Planner went on without an answer.");
  expect(title("expired", undefined, { deadline: "2026-05-04T14:01:00.000Z" })).toContain("14:01");
  expect(title("withdrawn", "agent")).toBe("Planner withdrew this question");
  expect(title("withdrawn", "ana")).toBe("You withdrew this question by stopping the run");
  expect(title("superseded")).toBe("Replaced by a newer question");
});

const receipt = { inquiryId: "inq_1", resolution: "answered", at, runId: "run_1" } as const;

test("[APPROVAL-5] the title of an approval is plain text as it is, and a question is Markdown", () => {
  const text = "Run `rm **/*_old_*`?";
  expect(questionText({ approval: { tool: "rm", input: {} } }, text)).toBe(text);
  expect(questionText({ approval: { tool: "rm", input: {} } }, "a\u202Eb")).not.toContain("\u202E");
  expect(questionText({}, "Which **database**?")).toBe("Which database?");
});

test("[CARD-12] a held answer says whose it is", () => {
  expect(title("held", undefined, { receipt: { ...receipt, by: "ana" } })).toBe("Your answer will be sent in a moment");
  expect(title("held", undefined, { receipt: { ...receipt, by: "Ben" } })).toBe(
    "Ben has answered and can still take it back",
  );
  expect(title("readonly", undefined, { status: "held", receipt: { ...receipt, by: "Ben" } })).toBe(
    "Ben has answered and can still take it back",
  );
});

test("[CARD-14] an approval says whether it was given", () => {
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

test("[TEXT-2] a name cannot reorder the text around it", () => {
  expect(title("pending", undefined, { agent: "Plan\u202ener" })).toBe("Planner asks");
});

test("[CARD-12] each resolution has a sign of its own", () => {
  const resolved = ["answered", "delegated", "declined", "dismissed", "expired", "superseded", "withdrawn"] as const;
  expect(new Set(resolved.map((state) => signOf(shownCard({ state })))).size).toBe(resolved.length);
});

test("[QUESTIONS-7] a card with several open questions is named by their number", () => {
  const [question] = shownCard().inquiry.questions;
  const questions = question ? [question, { ...question, id: "q2" }] : [];
  const region = (changes: Parameters<typeof shownCard>[0]) => regionTitleOf(shownCard(changes), String);
  expect(region({ inquiry: { questions } })).toMatchObject({ id: "card.asksSeveral", values: { count: 2 } });
  expect(region({})).toMatchObject({ id: "card.asks" });
  expect(region({ state: "declined", inquiry: { questions } })).toMatchObject({ id: "card.declined.me" });
});
