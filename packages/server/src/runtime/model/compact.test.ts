import type { Message } from "@askback/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyTranscript, call, message, result, text } from "../testing/messages.ts";
import { estimateTokens, isTooLong, mayBeTooLong, olderPart, summarise } from "./compact.ts";
import { toPrompt } from "./prompt.ts";
import { createScriptedModel } from "./scripted-model.ts";

const anyWindow = fc.integer({ min: 1, max: 5_000 });

test("[RUN-8] compaction never separates a call from its results", () => {
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

test("[RUN-8] what remains fits or is the last step alone, and a second compaction finds nothing", () => {
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

test("[RUN-8] compaction removes no message that would have fitted", () => {
  fc.assert(
    fc.property(anyTranscript, anyWindow, (messages, window) => {
      const older = olderPart(messages, window);
      const before = older.findLastIndex(({ role }) => role !== "tool");
      // The sum of the same numbers in another order differs in its last digits.
      if (before >= 0) expect(isWithin(messages.slice(before), window * 0.3 - 1e-6)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test("[RUN-8] a step that is too long is removed as a whole once another follows", () => {
  const messages = [
    message(1, "person", text("Read it.")),
    message(2, "agent", call("a")),
    message(3, "tool", result("a", "y".repeat(10_000))),
    message(4, "agent", text("I have read it.")),
  ];
  expect(olderPart(messages.slice(0, 3), 1_000).map(({ place }) => place)).toEqual([1]);
  expect(olderPart(messages, 1_000).map(({ place }) => place)).toEqual([1, 2, 3]);
});

test("[RUN-41] no prompt is too long that may not be, and a short one may not be", () => {
  fc.assert(
    fc.property(
      anyTranscript,
      fc.string(),
      fc.option(fc.string(), { nil: undefined }),
      (messages, instructions, summary) => {
        const prompt = toPrompt(instructions, summary, messages);
        const window = (estimateTokens(prompt) - 1e-6) / 0.8;
        expect(isTooLong(prompt, window)).toBe(true);
        expect(mayBeTooLong({ instructions, summary, messages }, window)).toBe(true);
        expect(mayBeTooLong({ instructions, summary, messages }, 3 * window + 1_000 * (messages.length + 1))).toBe(
          false,
        );
      },
    ),
    { numRuns: 2_000 },
  );
});

test("[RUN-41] each message is measured once", () => {
  const one = message(1, "person", text("Read it."));
  let reads = 0;
  const counted = {
    ...one,
    get parts() {
      reads += 1;
      return one.parts;
    },
  };
  mayBeTooLong({ instructions: "", messages: [counted] }, 1_000);
  const once = reads;
  mayBeTooLong({ instructions: "", messages: [counted] }, 1_000);
  expect(reads).toBe(once);
});

test("[RUN-41] what a model is given of a file is measured with the prompt", () => {
  const files: Message["parts"] = [
    { type: "file", file: { id: "file_1", name: "plan.txt", type: "text/plain", size: 90_000 } },
  ];
  expect(mayBeTooLong({ instructions: "", messages: [message(1, "person", ...files)] }, 1_000_000)).toBe(true);
});

test("[RUN-8] a prompt of more than 80 % of the window is too long", () => {
  const prompt = (length: number) => [{ role: "system" as const, content: "x".repeat(length) }];
  const length = 2_800 - JSON.stringify(prompt(0)).length;
  expect(estimateTokens(prompt(length))).toBe(800);
  expect(isTooLong(prompt(length), 1_000)).toBe(false);
  expect(isTooLong(prompt(length + 1), 1_000)).toBe(true);
});

test("[RUN-8] characters that take a token or more are counted as such", () => {
  expect(estimateTokens([message(1, "person", text("漢".repeat(700)))])).toBeGreaterThan(600);
});

test("[RUN-8] an input of a call that looks like a file is counted as the JSON that it is", () => {
  const inputs = [
    { type: "file", path: "a" },
    { type: "file", file: null },
    { file: { type: "file", file: { type: "image/png", size: 1_000_000 }, text: "x".repeat(35_000) } },
    { type: "file", mediaType: "application/pdf", data: { type: "data", data: "x".repeat(35_000) } },
  ];
  const tokens = (input: object) => {
    const messages = [message(1, "agent", call("a", input)), message(2, "tool", result("a", "read"))];
    const prompt = toPrompt("", undefined, messages);
    return [estimateTokens(prompt), estimateTokens(messages)];
  };
  const [first = [], second = [], third = [], fourth = []] = inputs.map(tokens);
  for (const few of [...first, ...second]) expect(few).toBeLessThan(200);
  for (const many of [...third, ...fourth]) expect(many).toBeGreaterThan(9_900);
});

test("[RUN-8] a summary names the last message it replaces, and its tokens", async () => {
  const model = createScriptedModel("scribe", () => ({ text: "They want tea." }));
  const summary = await summarise(model, { ...part, older: [message(4, "person", text("Tea!"))] });
  expect(summary).toMatchObject({ summary: "They want tea.", through: 4 });
  expect(summary.usage.outputTokens).toBeGreaterThan(0);
});

test("[RUN-8] a summary is cut to a fifth of the window", async () => {
  const model = createScriptedModel("scribe", () => ({ text: "blah ".repeat(10_000) }));
  const { summary } = await summarise(model, part);
  expect(summary.length).toBeLessThanOrEqual(1_000 * 0.2 * 3.5 + " [cut]".length);
});

test("[RUN-8] an empty summary is an error", async () => {
  const model = createScriptedModel("scribe", () => ({ text: " \n" }));
  await expect(summarise(model, part)).rejects.toThrow("empty summary");
});

test("[RUN-8] a part that is too long to be summarised is cut further, up to a limit", async () => {
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
  return messages.reduce((sum, each) => sum + estimateTokens([each]), 0) <= tokens;
}

function callsOf(messages: readonly Message[]): string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((each) => (each.type === "call" ? [each.call.id] : [])));
}

function resultsOf(messages: readonly Message[]): string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((each) => (each.type === "result" ? [each.result.callId] : [])));
}
