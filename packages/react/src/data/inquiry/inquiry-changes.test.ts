import type { Inquiry } from "@askback/core/wire";
import { expect, test } from "vitest";
import { drink, extras, inquiryOf } from "../../testing/samples.ts";
import { changesOf } from "./inquiry-changes.ts";

const asked = inquiryOf();
const changesTo = (changes: Partial<Inquiry>, from: Inquiry = asked) => changesOf(from, { ...from, ...changes });

test("[EXTERNAL-23] what an asker changed is named: words, options, questions, context, deadline and the gated call", () => {
  expect(changesTo({})).toEqual([]);
  expect(changesTo({ questions: [{ ...drink, text: "Tea?" }, extras] })).toEqual([
    { type: "question", before: drink.text },
  ]);
  const [first, ...others] = drink.options;
  const options = [...others, { id: "o9", label: "Juice" }];
  expect(changesTo({ questions: [{ ...drink, options }, extras] })).toEqual([
    { type: "options-added", labels: ["Juice"] },
    { type: "options-removed", labels: [first?.label] },
  ]);
  expect(changesTo({ questions: [{ ...drink, multiSelect: !drink.multiSelect }, extras] })).toEqual([
    { type: "details" },
  ]);
  expect(changesTo({ questions: [drink, { ...drink, id: "q3", text: "Why?" }] })).toEqual([
    { type: "question-added", text: "Why?" },
    { type: "question-removed", text: extras.text },
  ]);
  expect(changesTo({ context: "It is hot." })).toEqual([{ type: "context" }]);
  const deadline = "2026-05-04T18:00:00.000Z";
  expect(changesTo({ deadline })).toEqual([{ type: "deadline", at: deadline }]);
  expect(changesOf({ ...asked, deadline }, asked)).toEqual([{ type: "deadline" }]);
});

test("[EXTERNAL-23] a changed call is one change, whatever Askback asks about it", () => {
  const gated = inquiryOf({ approval: { tool: "apply", input: { plan: 1 } }, questions: [drink] });
  const changed = { approval: { tool: "destroy", input: { plan: 1 } }, questions: [{ ...drink, text: "Destroy?" }] };
  expect(changesTo(changed, gated)).toEqual([{ type: "call" }]);
});
