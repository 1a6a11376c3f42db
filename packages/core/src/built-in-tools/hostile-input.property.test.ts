import * as fc from "fast-check";
import { expect, test } from "vitest";
import { contractByName, contractNames } from "../contracts/contract-by-name.ts";
import type { Json } from "../model/tool-call.ts";
import { mutatedAsk } from "../testing/arbitraries.ts";
import { forAll } from "../testing/properties.ts";
import { goodAsks } from "../testing/reply-templates.ts";
import { spawnAgents } from "./spawn-agents.ts";
import { updateTodos } from "./update-todos.ts";

const oneAsk = fc.record(
  {
    question: fc.constantFrom<Json>("Which?", "", 1, null, "__proto__"),
    message: fc.jsonValue(),
    options: fc.oneof(
      fc.array(fc.dictionary(fc.constantFrom("label", "value", "header", "__proto__"), fc.jsonValue())),
      fc.jsonValue(),
    ),
    multiple: fc.jsonValue(),
    custom: fc.jsonValue(),
    answers: fc.jsonValue(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Json>;

const anyInput: fc.Arbitrary<Json> = fc.oneof(
  mutatedAsk,
  oneAsk,
  fc.jsonValue() as fc.Arbitrary<Json>,
  fc.constantFrom<Json>(
    JSON.parse('{"question": "Which?", "__proto__": {"options": []}}') as Json,
    JSON.parse('{"__proto__": null, "constructor": {"prototype": 1}}') as Json,
    "[".repeat(50_000),
    `${'{"question":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  ),
);

test.for([...contractNames])("[ASK-11] no input makes %s throw, and an accepted ask is complete", (name) => {
  forAll(anyInput, (input) => {
    const reading = contractByName(name).read(input);
    if (!reading.ok) expect(reading.error).toContain(`call ${name} again`);
    for (const { text, options } of reading.ok ? reading.value.questions : []) {
      expect(text.trim()).not.toBe("");
      expect(options.every(({ label }) => label.trim() !== "")).toBe(true);
    }
  });
});

test.for([...contractNames])("[ASK-11] %s accepts its own examples and refuses a `__proto__` field", (name) => {
  for (const input of goodAsks[name] ?? []) expect(contractByName(name).read(input).ok).toBe(true);
  const polluted = JSON.parse('{"question": "Which?", "options": [{"label": "a"}], "__proto__": {"x": 1}}') as Json;
  expect(contractByName(name).read(polluted).ok).toBe(false);
});

test("[ASK-11] no input makes the readers of sub-agents and todos throw", () => {
  forAll(anyInput, (input) => {
    expect(spawnAgents.read(input, ["scout"])).toMatchObject({ ok: false, error: expect.stringContaining("Invalid") });
    expect(updateTodos.read(input)).toMatchObject({ ok: false, error: expect.stringContaining("Invalid") });
  });
});
