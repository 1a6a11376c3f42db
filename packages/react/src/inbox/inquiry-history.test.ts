import { expect, test } from "vitest";
import { answeredBy, inquiryOf } from "../testing/samples.ts";
import { answerParts } from "./answer-words.ts";
import { historyOf } from "./inquiry-history.ts";

const askedAt = "2026-11-15T09:00:00.000Z";

test("[I-1] the history of an inquiry is what it tells of itself, oldest first", () => {
  const mine = { seenAt: "2026-11-15T09:02:00.000Z", draftedAt: "2026-11-15T09:01:00.000Z" };
  expect(historyOf(answeredBy("ana", { mine }))).toEqual([
    { type: "asked", at: askedAt },
    { type: "drafted", at: mine.draftedAt },
    { type: "seen", at: mine.seenAt },
    { type: "settled", at: "2026-11-15T09:05:00.000Z", outcome: "answered", by: "ana" },
  ]);
});

test("[I-1] a held answer is told until it is delivered", () => {
  const held = answeredBy("ana", { status: "held", heldUntil: "2026-11-15T09:05:05.000Z" });
  const { resolution: _, ...waiting } = held;
  expect(historyOf(waiting).map(({ type }) => type)).toEqual(["asked", "held"]);
  expect(historyOf(held).map(({ type }) => type)).toEqual(["asked", "settled"]);
});

test("[I-5] a receipt shows the labels and own words, and nothing of what was skipped", () => {
  const answers = [
    { question: "q1", options: ["o2"], text: "black" },
    { question: "q2", skipped: true as const },
  ];
  const resolution = { type: "answered" as const, at: askedAt, by: "ana", answers };
  expect(answerParts(inquiryOf({ status: "answered", resolution }))).toEqual(["Coffee", "black"]);
  expect(answerParts(inquiryOf())).toEqual([]);
});
