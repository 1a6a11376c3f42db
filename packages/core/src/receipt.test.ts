import { expect, test } from "vitest";
import type { InquiryRecord } from "./inquiry.ts";
import { isGranted, receiptOf, type SettlingCommand } from "./receipt.ts";
import type { Resolution } from "./resolution.ts";
import { firstInquiry, inquiry, noon, question, setOf } from "./testing/samples.ts";

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
const again: SettlingCommand = { type: "answer", set: said, ...on };

test("[RES-2] a receipt says how the inquiry ended, by whom, when and in which run", () => {
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

test("[RES-2] an open inquiry has no receipt and grants nothing", () => {
  expect(receiptOf(open)).toBeUndefined();
  expect(isGranted(open, again)).toBe(false);
});

test("[RES-11] the receipt of a held answer says until when, and that of a delivered one no longer does", () => {
  expect(receiptOf(held)).toMatchObject({ resolution: "answered", by: "ana", heldUntil: noon + 50 });
  expect(receiptOf({ ...held, status: "answered", resolution: answered })).not.toHaveProperty("heldUntil");
  expect(isGranted(held, again)).toBe(true);
  expect(isGranted(held, { ...again, by: "ben" })).toBe(false);
});

test("[RES-2] the same answer by the same person is granted again, in whatever order it is sent", () => {
  const reordered = setOf({ question: "q2", text: "Soon" }, { question: "q1", options: ["o2", "o1"], note: "" });
  expect(isGranted(settled(answered), again)).toBe(true);
  expect(isGranted(settled(answered), { ...again, set: reordered })).toBe(true);
});

test.for<[string, SettlingCommand]>([
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
])("[RES-2] on an answered inquiry %s is a conflict", ([, command]) => {
  expect(isGranted(settled(answered), command)).toBe(false);
});

test.for<[SettlingCommand["type"], SettlingCommand, Resolution]>([
  ["delegate", { type: "delegate", ...on }, { type: "delegated", by: "ana", at: noon }],
  ["decline", { type: "decline", ...on }, { type: "declined", by: "ana", at: noon }],
  ["dismiss", { type: "dismiss", ...on }, { type: "dismissed", by: "ana", at: noon }],
  ["withdraw", { type: "withdraw", ...on }, { type: "withdrawn", by: "ana", at: noon }],
])("[RES-2] %s is granted again to who did it and to nobody else", ([, command, resolution]) => {
  expect(isGranted(settled(resolution), command)).toBe(true);
  expect(isGranted(settled(resolution), { ...command, by: "ben" })).toBe(false);
  expect(isGranted(settled({ type: "expired", at: noon }), command)).toBe(false);
  expect(isGranted(settled(answered), command)).toBe(false);
});

test("[RES-2] another comment makes another wish", () => {
  const declined = settled({ type: "declined", by: "ana", at: noon, comment: "Private" });
  expect(isGranted(declined, { type: "decline", ...on, comment: "Private" })).toBe(true);
  expect(isGranted(declined, { type: "decline", ...on })).toBe(false);
});

test("[RES-12] a wish to deliver is granted once the answer is delivered, to who gave it", () => {
  const deliver = { type: "deliver", ...on } as const;
  expect(isGranted(settled(answered), deliver)).toBe(true);
  expect(isGranted(settled(answered), { ...deliver, by: "ben" })).toBe(false);
  expect(isGranted(held, deliver)).toBe(false);
  expect(isGranted(settled({ type: "declined", by: "ana", at: noon }), deliver)).toBe(false);
});
