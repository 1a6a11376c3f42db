import type { Message } from "@askback/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isTooLong, olderPart, summarise, tokensOf } from "./compact.ts";
import { createScriptedModel } from "./model/scripted-model.ts";
import { anyTranscript, call, message, result, text } from "./testing/messages.ts";

const anyWindow = fc.integer({ min: 1, max: 5_000 });

test("[RUN-8] no cut ever separates a call from its results", () => {
  fc.assert(
    fc.property(anyTranscript, anyWindow, (messages, window) => {
      const older = olderPart(messages, window);
      expect(older).toEqual(messages.slice(0, older.length));
      const kept = messages.slice(older.length);
      expect(resultsOf(older)).toEqual(callsOf(older));
      expect(resultsOf(kept)).toEqual(callsOf(kept));
      expect(kept[0]?.role).not.toBe("tool");
    }),
    { numRuns: 2_000 },
  );
});

test("[RUN-8] what is kept fits or is the last step alone, and one more cut finds nothing", () => {
  fc.assert(
    fc.property(anyTranscript, anyWindow, (messages, window) => {
      const kept = messages.slice(olderPart(messages, window).length);
      const steps = kept.filter(({ role }) => role !== "tool").length;
      expect(steps === Math.min(messages.length, 1) || isWithin(kept, window * 0.3)).toBe(true);
      expect(olderPart(kept, window)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test("[RUN-8] nothing is left out that would have fitted", () => {
  fc.assert(
    fc.property(anyTranscript, anyWindow, (messages, window) => {
      const older = olderPart(messages, window);
      const before = older.findLastIndex(({ role }) => role !== "tool");
      if (before >= 0) expect(isWithin(messages.slice(before), window * 0.3)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test("[RUN-8] a step that is too long is left out as a whole once something came after it", () => {
  const messages = [
    message(1, "person", text("Read it.")),
    message(2, "agent", call("a")),
    message(3, "tool", result("a", "y".repeat(10_000))),
    message(4, "agent", text("I have read it.")),
  ];
  expect(olderPart(messages.slice(0, 3), 1_000).map(({ place }) => place)).toEqual([1]);
  expect(olderPart(messages, 1_000).map(({ place }) => place)).toEqual([1, 2, 3]);
});

test("[RUN-8] a prompt is too long from 80 % of the window on", () => {
  const prompt = "x".repeat(2_798);
  expect(tokensOf(prompt)).toBe(800);
  expect(isTooLong(prompt, 1_000)).toBe(false);
  expect(isTooLong(`${prompt}x`, 1_000)).toBe(true);
});

test("[RUN-8] characters that take a token or more each are counted so", () => {
  expect(tokensOf("漢".repeat(700))).toBeGreaterThan(600);
});

test("[RUN-8] a summary says what it stands for, and its tokens", async () => {
  const model = createScriptedModel("scribe", () => ({ text: "They want tea." }));
  const summary = await summarise(model, { ...part, older: [message(4, "person", text("Tea!"))] });
  expect(summary).toMatchObject({ summary: "They want tea.", through: 4 });
  expect(summary.usage.outputTokens).toBeGreaterThan(0);
});

test("[RUN-8] a summary may fill a fifth of the window and no more", async () => {
  const model = createScriptedModel("scribe", () => ({ text: "blah ".repeat(10_000) }));
  const { summary } = await summarise(model, part);
  expect(summary.length).toBeLessThanOrEqual(1_000 * 0.2 * 3.5 + " [cut]".length);
});

test("[RUN-8] an empty summary is an error, not a transcript that forgot everything", async () => {
  const model = createScriptedModel("scribe", () => ({ text: " \n" }));
  await expect(summarise(model, part)).rejects.toThrow("empty summary");
});

test("[RUN-8] what is too long even to be summarised is cut further, but not for ever", async () => {
  const lengths: number[] = [];
  const model = createScriptedModel("scribe", (prompt) => {
    lengths.push(JSON.stringify(prompt).length);
    throw new Error("prompt is too long: 9000 tokens > 8000 maximum");
  });
  const older = [message(1, "person", text("a".repeat(50_000)))];
  await expect(summarise(model, { ...part, older, contextWindow: 10_000 })).rejects.toThrow("prompt is too long");
  expect(lengths).toHaveLength(4);
  expect(lengths.every((length, index) => index === 0 || length < (lengths[index - 1] ?? 0))).toBe(true);
});

const part = {
  older: [message(1, "person", text("Hello")), message(2, "agent", call("a")), message(3, "tool", result("a", "b"))],
  earlier: undefined,
  contextWindow: 1_000,
  signal: new AbortController().signal,
};

function isWithin(messages: readonly Message[], tokens: number): boolean {
  return messages.reduce((sum, each) => sum + tokensOf(each), 0) <= tokens;
}

function callsOf(messages: readonly Message[]): string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((each) => (each.type === "call" ? [each.call.id] : [])));
}

function resultsOf(messages: readonly Message[]): string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((each) => (each.type === "result" ? [each.result.callId] : [])));
}
