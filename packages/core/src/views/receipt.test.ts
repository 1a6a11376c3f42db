import { expect, test } from "vitest";
import type { InquiryRecord } from "../model/inquiry.ts";
import type { Resolution } from "../model/resolution.ts";
import { firstInquiry, inquiry, noon, question, setOf } from "../testing/samples.ts";
import { isResolvedBy, type ResolvingCommand, receiptOf } from "./receipt.ts";

const several = inquiry(question({ multiSelect: true }), question({ id: "q2", text: "When?" }));
const open: InquiryRecord = {
  ...several,
  conversationId: "conv_t",
  project: "default",
  runId: "run_t_1",
  agent: "planner",
  status: "open",
};
const said = setOf({ question: "q1", options: ["o1", "o2"] }, { question: "q2", text: "Soon" });
const answered = { type: "answered", by: "ana", at: noon, ...said } as const;
const settled = (resolution: Resolution): InquiryRecord => ({ ...open, status: resolution.type, resolution });
const held: InquiryRecord = { ...open, status: "held", held: { resolution: answered, until: noon + 50 } };
const on = { inquiryId: firstInquiry, by: "ana", at: noon + 9 };
const again: ResolvingCommand = { type: "answer", set: said, ...on };

test("[RESOLVE-2] a receipt says how the inquiry ended, by whom, when and in which run", () => {
  expect(receiptOf(settled(answered))).toEqual({
    inquiryId: firstInquiry,
    resolution: "answered",
    by: "ana",
    at: noon,
    runId: "run_t_1",
  });
  expect(receiptOf(settled({ type: "expired", at: noon }))).toEqual({
    inquiryId: firstInquiry,
    resolution: "expired",
    at: noon,
    runId: "run_t_1",
  });
});

test("[RESOLVE-2] an open inquiry has no receipt and is resolved by no command", () => {
  expect(receiptOf(open)).toBeUndefined();
  expect(isResolvedBy(open, again)).toBe(false);
});

test("[RESOLVE-11] the receipt of a held answer says until when, the receipt of a delivered one does not", () => {
  expect(receiptOf(held)).toMatchObject({ resolution: "answered", by: "ana", heldUntil: noon + 50 });
  expect(receiptOf({ ...held, status: "answered", resolution: answered })).not.toHaveProperty("heldUntil");
  expect(isResolvedBy(held, again)).toBe(true);
  expect(isResolvedBy(held, { ...again, by: "ben" })).toBe(false);
});

test("[RESOLVE-2] repeating the same answer by the same person gets the receipt, in whatever order it is sent", () => {
  const reordered = setOf({ question: "q2", text: "Soon" }, { question: "q1", options: ["o2", "o1"], note: "" });
  expect(isResolvedBy(settled(answered), again)).toBe(true);
  expect(isResolvedBy(settled(answered), { ...again, set: reordered })).toBe(true);
});

test.for<[string, ResolvingCommand]>([
  ["another person", { ...again, by: "ben" }],
  ["other options", { ...again, set: setOf({ question: "q1", options: ["o1"] }, { question: "q2", text: "Soon" }) }],
  ["a comment more", { ...again, set: { ...said, comment: "Thanks" } }],
  [
    "an option that was never offered",
    { ...again, set: setOf({ question: "q1", options: ["o1", "o2", "o9"] }, { question: "q2", text: "Soon" }) },
  ],
  ["a question answered twice", { ...again, set: setOf(...said.answers, { question: "q2", text: "Never" }) }],
  ["a question that was never asked", { ...again, set: setOf(...said.answers, { question: "q9", text: "Hm" }) }],
  ["a delegation", { type: "delegate", ...on }],
  ["a withdrawal", { type: "withdraw", ...on }],
])("[RESOLVE-2] on an answered inquiry %s is a conflict", ([, command]) => {
  expect(isResolvedBy(settled(answered), command)).toBe(false);
});

test.for<[ResolvingCommand["type"], ResolvingCommand, Resolution]>([
  ["delegate", { type: "delegate", ...on }, { type: "delegated", by: "ana", at: noon }],
  ["decline", { type: "decline", ...on }, { type: "declined", by: "ana", at: noon }],
  ["dismiss", { type: "dismiss", ...on }, { type: "dismissed", by: "ana", at: noon }],
  ["withdraw", { type: "withdraw", ...on }, { type: "withdrawn", by: "ana", at: noon }],
])("[RESOLVE-2] repeating %s gets the receipt for the same person and for nobody else", ([, command, resolution]) => {
  expect(isResolvedBy(settled(resolution), command)).toBe(true);
  expect(isResolvedBy(settled(resolution), { ...command, by: "ben" })).toBe(false);
  expect(isResolvedBy(settled({ type: "expired", at: noon }), command)).toBe(false);
  expect(isResolvedBy(settled(answered), command)).toBe(false);
});

test("[RESOLVE-2] a command with another comment is a conflict", () => {
  const declined = settled({ type: "declined", by: "ana", at: noon, comment: "Private" });
  expect(isResolvedBy(declined, { type: "decline", ...on, comment: "Private" })).toBe(true);
  expect(isResolvedBy(declined, { type: "decline", ...on })).toBe(false);
});

test("[RESOLVE-12] deliver gets the receipt for the author once the answer is delivered", () => {
  const deliver = { type: "deliver", ...on } as const;
  expect(isResolvedBy(settled(answered), deliver)).toBe(true);
  expect(isResolvedBy(settled(answered), { ...deliver, by: "ben" })).toBe(false);
  expect(isResolvedBy(held, deliver)).toBe(false);
  expect(isResolvedBy(settled({ type: "declined", by: "ana", at: noon }), deliver)).toBe(false);
});
