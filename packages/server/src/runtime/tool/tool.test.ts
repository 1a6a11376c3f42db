import { expect, test } from "vitest";
import * as z from "zod";
import { noSecret } from "./testing/no-secret.ts";
import { defineTool, toObjectSchema } from "./tool.ts";

const context = { conversationId: "conv_a", callId: "call_a", signal: new AbortController().signal, secret: noSecret };

function returning(value: unknown) {
  return defineTool({ name: "give", description: "Gives.", input: z.object({}), run: () => value });
}

test("[RUN-10] a tool is described to the model by its input schema", () => {
  const tool = defineTool({
    name: "book",
    description: "Books a table.",
    input: z.object({ seats: z.number().default(2), at: z.string().transform((time) => new Date(time)) }),
    run: () => "booked",
  });
  expect(tool).toMatchObject({
    name: "book",
    description: "Books a table.",
    repeatable: false,
    inputSchema: {
      type: "object",
      properties: { seats: { type: "number", default: 2 }, at: { type: "string" } },
      required: ["at"],
    },
  });
  expect(tool.timeoutMs).toBeUndefined();
});

test("[RUN-10] the input is checked and converted before the tool runs", async () => {
  const tool = defineTool({
    name: "add",
    description: "Adds.",
    input: z.object({ a: z.number(), b: z.coerce.number().default(1) }),
    run: ({ a, b }, { conversationId, callId }) => `${a + b} for ${callId} of ${conversationId}`,
  });
  await expect(tool.run({ a: 1 }, context)).resolves.toEqual({ ok: true, text: "2 for call_a of conv_a" });
  await expect(tool.run({ a: 1, b: "5" }, context)).resolves.toMatchObject({ text: "6 for call_a of conv_a" });
  const refused = await tool.run({ a: "one" }, context);
  expect(refused).toEqual({
    ok: false,
    text: expect.stringMatching(/^Invalid input:.*\n.*at a\nCorrect this and call add/s),
  });
});

test.each([
  ["text", "text"],
  [undefined, "done"],
  [null, "null"],
  [{ a: [1] }, '{"a":[1]}'],
  [Symbol("odd"), "Symbol(odd)"],
  [Promise.resolve("later"), "later"],
])("[RUN-10] a tool that returns %o is read as %s", async (value, text) => {
  await expect(returning(value).run({}, context)).resolves.toEqual({ ok: true, text });
});

test("[RUN-10] a tool name that providers refuse is refused", () => {
  for (const name of ["", "two words", "a.b", "a".repeat(65), "größe"])
    expect(() => defineTool({ name, description: "", input: z.object({}), run() {} })).toThrow(
      `the tool name "${name}" must be 1-64 letters`,
    );
});

test.each([
  ["a text", z.string()],
  ["one of several", z.discriminatedUnion("a", [z.object({ a: z.literal(1) }), z.object({ a: z.literal(2) })])],
  ["a list", z.array(z.string())],
  ["anything", z.any()],
])("[RUN-10] an input schema that is %s at the top is refused, since providers accept only objects", (_, input) => {
  expect(() => defineTool({ name: "odd", description: "", input, run() {} })).toThrow(
    'the input of the tool "odd" must be an object at the top',
  );
});

test("[RUN-10] a tool without an input schema is refused", () => {
  const define = (rest: object) => () => defineTool({ name: "bare", description: "", run() {}, ...rest } as never);
  expect(define({})).toThrow('the tool "bare": input is missing: give a schema, such as z.object');
  expect(define({ input: { type: "object" } })).toThrow('the tool "bare": input must be a Standard Schema');
  expect(define({ input: z.object({}), run: undefined })).toThrow('the tool "bare": run is missing: give a function');
});

test("[RUN-10] an input schema without a JSON form is refused with the tool's name", () => {
  const input = z.object({ at: z.date() });
  expect(() => defineTool({ name: "late", description: "", input, run() {} })).toThrow(
    /the input of the tool "late" cannot be described to a model: .*[Dd]ate/,
  );
});

test("[RUN-10] a schema without properties gets an empty object", () => {
  expect(toObjectSchema({ type: "object" })).toEqual({ type: "object", properties: {} });
  const free = defineTool({ name: "free", description: "", input: z.record(z.string(), z.number()), run() {} });
  expect(free.inputSchema).toMatchObject({ type: "object", properties: {}, additionalProperties: { type: "number" } });
});
