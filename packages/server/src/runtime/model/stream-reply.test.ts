import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { streamReply } from "./stream-reply.ts";

test("[RUN-7] parts keep their order and their provider data, of which the last counts", async () => {
  const { parts } = await reply(
    { type: "reasoning-start", id: "r", providerMetadata: { a: { started: true } } },
    { type: "text-start", id: "t" },
    { type: "reasoning-delta", id: "r", delta: "Hm" },
    { type: "text-delta", id: "t", delta: "Well" },
    { type: "reasoning-delta", id: "r", delta: "", providerMetadata: { a: { signature: "s" } } },
    { type: "text-end", id: "t", providerMetadata: { a: { item: "i" } } },
    { type: "reasoning-end", id: "r" },
    { type: "tool-call", toolCallId: "c", toolName: "note", input: "{}", providerMetadata: { a: { thought: "t" } } },
    finish("tool-calls"),
  );
  expect(parts).toEqual([
    { type: "reasoning", text: "Hm", provider: { a: { signature: "s" } } },
    { type: "text", text: "Well", provider: { a: { item: "i" } } },
    { type: "call", call: { id: "c", name: "note", input: {}, provider: { a: { thought: "t" } } } },
  ]);
});

test("[RUN-7] a reused id starts another block, and an unfinished block counts", async () => {
  const { parts } = await reply(
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "One" },
    { type: "text-end", id: "0" },
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "Two" },
    finish("stop"),
  );
  expect(parts).toEqual([
    { type: "text", text: "One" },
    { type: "text", text: "Two" },
  ]);
});

test("[RUN-7] empty parts are dropped unless they have provider data", async () => {
  const { parts } = await reply(
    { type: "text-start", id: "0" },
    { type: "text-end", id: "0" },
    { type: "text-start", id: "1", providerMetadata: { google: { thoughtSignature: "s" } } },
    { type: "text-end", id: "1" },
    { type: "reasoning-start", id: "2", providerMetadata: { anthropic: { redactedData: "d" } } },
    finish("stop"),
  );
  expect(parts).toEqual([
    { type: "text", text: "", provider: { google: { thoughtSignature: "s" } } },
    { type: "reasoning", text: "", provider: { anthropic: { redactedData: "d" } } },
  ]);
});

test.each([
  ['{"half": ', /JSON/],
  ["[1, 2]", /not an object/],
  ['"text"', /not an object/],
  ["null", /not an object/],
])("[RUN-10] the input %s is recorded as unreadable, in a form that providers accept", async (input, why) => {
  const { parts } = await reply({ type: "tool-call", toolCallId: "c", toolName: "note", input }, finish("tool-calls"));
  expect(parts).toMatchObject([{ type: "call", call: { input: {}, unreadable: expect.stringMatching(why) } }]);
});

test("[RUN-10] a missing input is an empty object", async () => {
  const { parts } = await reply(
    { type: "tool-call", toolCallId: "c", toolName: "note", input: "" },
    finish("tool-calls"),
  );
  expect(parts).toEqual([{ type: "call", call: { id: "c", name: "note", input: {} } }]);
});

test("[RUN-14] half a surrogate pair in an input is replaced, since providers refuse it", async () => {
  const input = String.raw`{"line": "a\ud83d", "list": ["\udc00"]}`;
  const { parts } = await reply({ type: "tool-call", toolCallId: "c", toolName: "note", input }, finish("tool-calls"));
  expect(parts).toMatchObject([{ call: { input: { line: "a\ufffd", list: ["\ufffd"] } } }]);
});

test("[RUN-14] calls that the provider executed itself are left out", async () => {
  const { parts } = await reply(
    { type: "tool-call", toolCallId: "c", toolName: "search", input: "{}", providerExecuted: true },
    finish("stop"),
  );
  expect(parts).toEqual([]);
});

test.each([
  ["length", "the reply reached the model's output limit"],
  ["stop", undefined],
  ["tool-calls", undefined],
  ["other", undefined],
] as const)("[RUN-4] a reply that ended by %s has a note if it is cut short", async (reason, note) => {
  expect((await reply(finish(reason))).note).toBe(note);
});

test("[FAILURE-1] a reply that the provider's filter ended has a note, or is a refusal if there is nothing of it", async () => {
  const text: LanguageModelV4StreamPart[] = [
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "I be" },
  ];
  const cut = await reply(...text, finish("content-filter"));
  expect(cut.note).toBe("the provider's filter ended the reply");
  await expect(reply(finish("content-filter"))).rejects.toMatchObject({ kind: "refusal" });
});

test("[RUN-6] a reply that breaks off is an error, not a short reply", async () => {
  const start: LanguageModelV4StreamPart[] = [
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "I be" },
  ];
  await expect(reply(...start)).rejects.toThrow("ended before its reply was complete");
  await expect(reply(...start, finish("interrupted"))).rejects.toThrow("ended before its reply was complete");
  await expect(reply(...start, finish("error"))).rejects.toThrow("ended its reply with an error");
  await expect(reply(...start, { type: "error", error: new Error("Overloaded") })).rejects.toThrow("Overloaded");
});

test("[CONV-11] tokens that a provider does not report count as none", async () => {
  const { usage } = await reply(finish("stop"));
  expect(usage).toEqual({ inputTokens: 12, outputTokens: 3, reasoningTokens: 0, cachedTokens: 0 });
});

function reply(...parts: readonly LanguageModelV4StreamPart[]) {
  return streamReply(modelSaying(parts), { prompt: [] }, () => {});
}

function modelSaying(parts: readonly LanguageModelV4StreamPart[]): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "test",
    modelId: "test",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("the runtime streams")),
    doStream: async () => ({ stream: ReadableStream.from(parts) as ReadableStream<LanguageModelV4StreamPart> }),
  };
}

function finish(unified: Extract<LanguageModelV4StreamPart, { type: "finish" }>["finishReason"]["unified"]) {
  return {
    type: "finish",
    finishReason: { unified, raw: undefined },
    usage: {
      inputTokens: { total: 12, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 3, text: undefined, reasoning: undefined },
    },
  } as const;
}
