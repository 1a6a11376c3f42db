import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { createScriptedModel, type ScriptedReply } from "./scripted-model.ts";
import { streamReply } from "./stream-reply.ts";

async function say(reply: ScriptedReply, prompt: LanguageModelV4Prompt = []) {
  const deltas: string[] = [];
  const whole = await streamReply(
    createScriptedModel("test", () => reply),
    { prompt },
    (delta) => deltas.push(delta),
  );
  return { ...whole, deltas };
}

test("[RUN-4] a scripted model streams its text word by word", async () => {
  const { deltas, parts } = await say({ text: "One  two\nthree." });
  expect(deltas).toEqual(["One  ", "two\n", "three."]);
  expect(parts).toEqual([{ type: "text", text: "One  two\nthree." }]);
});

test("[RUN-14] its calls have unique ids", async () => {
  const calls = [
    { name: "note", input: { line: "one" } },
    { name: "note", input: '{"half": ' },
    { id: "mine", name: "note", input: {} },
  ];
  const { parts } = await say({ calls }, [{ role: "assistant", content: [] }]);
  expect(parts).toMatchObject([
    { call: { id: "call_2_1", input: { line: "one" } } },
    { call: { id: "call_2_2", unreadable: expect.any(String) } },
    { call: { id: "mine", input: {} } },
  ]);
});

test("[CONV-11] it reports tokens as providers do", async () => {
  const { usage } = await say({ text: "Hello there." }, [
    { role: "user", content: [{ type: "text", text: "Hello?" }] },
  ]);
  expect(usage.inputTokens).toBeGreaterThan(0);
  expect(usage.outputTokens).toBeGreaterThan(0);
});
