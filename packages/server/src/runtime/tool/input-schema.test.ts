import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { expect, test } from "vitest";
import * as z from "zod";
import { noSecret } from "./testing/no-secret.ts";
import { defineTool, type Tool } from "./tool.ts";

const context = { conversationId: "conv_a", callId: "call_a", signal: new AbortController().signal, secret: noSecret };
const name = "book";
const description = "Books a table.";
const present = { title: "Book for {seats}?" };

const tools: readonly (readonly [string, Tool])[] = [
  [
    "zod",
    defineTool({
      name,
      description,
      present,
      input: z.object({ seats: z.number(), at: z.array(z.string()).optional() }),
      run: ({ seats, at }) => seats.toFixed(1) + (at?.join() ?? ""),
    }),
  ],
  [
    "arktype",
    defineTool({
      name,
      description,
      present,
      input: type({ seats: "number", "at?": "string[]" }),
      run: ({ seats, at }) => seats.toFixed(1) + (at?.join() ?? ""),
    }),
  ],
  [
    "valibot",
    defineTool({
      name,
      description,
      present,
      input: toStandardJsonSchema(v.object({ seats: v.number(), at: v.optional(v.array(v.string())) })),
      run: ({ seats, at }) => seats.toFixed(1) + (at?.join() ?? ""),
    }),
  ],
];

test.each(tools)("[RUN-10] a schema of %s describes, checks and types the input", async (_, tool) => {
  expect(tool.inputSchema).toMatchObject({
    type: "object",
    properties: { seats: { type: "number" }, at: { type: "array", items: { type: "string" } } },
    required: ["seats"],
  });
  await expect(tool.run({ seats: 2, at: ["7", "8"] }, context)).resolves.toEqual({ ok: true, text: "2.07,8" });
  await expect(tool.run({ seats: 2, at: ["7", 8] }, context)).resolves.toEqual({
    ok: false,
    text: expect.stringMatching(/^Invalid input: ✖ .*string.*\n {2}→ at at\.1\nCorrect this and call book again\.$/),
  });
  await expect(tool.present?.({ seats: 2 })).resolves.toMatchObject({ title: "Book for 2?" });
  await expect(tool.present?.({ seats: "two" })).rejects.toThrow("→ at seats");
});

test("[RUN-10] a schema that cannot be described as JSON Schema is refused with what to use", () => {
  const input = v.object({ seats: v.number() });
  expect(() => defineTool({ name, description, input: input as never, run() {} })).toThrow(
    'the input of the tool "book" cannot be described to a model: this schema of valibot has no JSON Schema. Use zod 4.2',
  );
});
