import type * as wire from "@askback/core/wire";
import { expect, test } from "vitest";
import { askByLines } from "./ask-by-lines.ts";

const base = { multiSelect: false, ownWords: true, options: [] };
const inquiry = {
  id: "i",
  conversationId: "c",
  project: "default",
  contract: "question",
  agent: "planner",
  revision: 1,
  status: "open",
  askedAt: "2026-01-01T00:00:00Z",
  questions: [
    { ...base, id: "q1", text: "Which?" },
    { ...base, id: "q2", text: "Why?" },
  ],
} as wire.Inquiry;

/** What is sent after these lines, and what was written. */
async function said(lines: readonly string[], isInteractive: boolean) {
  const left = [...lines];
  const written: string[] = [];
  const read = async () => left.shift();
  const write = (line: string) => void written.push(line);
  const resolving = await askByLines(inquiry, { read, write, language: "en", appUrl: "http://app", isInteractive });
  return { resolving, text: written.join("\n"), left };
}

const [person, pipe] = [true, false];

test.each([
  ["a person", person, ["skip", "skip", "send"]],
  ["a pipe", pipe, ["skip", "skip"]],
] as const)(
  "[TERM-20] %s that skips every question is asked again, and can decline",
  async (_, isInteractive, lines) => {
    const { resolving, text } = await said([...lines, "decline"], isInteractive);
    expect(resolving).toEqual({ type: "decline", body: { revision: 1 } });
    expect(text).toContain("Every question is skipped, which is no answer. Answer one, or type decline or you decide.");
    expect((await said([...lines, "you decide"], isInteractive)).resolving).toMatchObject({ type: "delegate" });
  },
);

test.each([
  ["a person", person, ["skip", "skip", "send", "the blue one", "send"]],
  ["a pipe", pipe, ["skip", "skip", "skip", "the blue one"]],
] as const)("[TERM-20] %s can still answer, and the rest stays skipped", async (_, isInteractive, lines) => {
  const { resolving, left } = await said(lines, isInteractive);
  expect(resolving).toEqual({
    type: "answer",
    body: {
      revision: 1,
      answers: [
        { question: "q1", text: "the blue one" },
        { question: "q2", skipped: true },
      ],
    },
  });
  expect(left).toEqual([]);
});

test("[TERM-20] nothing is sent where the lines end after that", async () => {
  expect((await said(["skip", "skip"], pipe)).resolving).toBeUndefined();
});
