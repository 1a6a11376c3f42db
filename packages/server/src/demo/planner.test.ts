import type { LanguageModelV4, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { contractByName } from "@askback/core";
import { expect, test } from "vitest";
import { streamReply } from "../runtime/model/stream-reply.ts";
import { planner } from "./planner.ts";

const asked: LanguageModelV4Prompt = [
  { role: "user", content: [{ type: "text", text: "A weekend away" }] },
  {
    role: "assistant",
    content: [{ type: "tool-call", toolCallId: "call_1_1", toolName: "ask_user_question", input: {} }],
  },
];

function withResult(value: string, ...more: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const output = { type: "text", value } as const;
  const content = [{ type: "tool-result", toolCallId: "call_1_1", toolName: "ask_user_question", output }] as const;
  return [...asked, { role: "tool", content: [...content] }, ...more];
}

async function say(prompt: LanguageModelV4Prompt) {
  const { parts } = await streamReply(planner.model as LanguageModelV4, { prompt }, () => {});
  return {
    text: parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    calls: parts.flatMap((part) => (part.type === "call" ? [part.call] : [])),
  };
}

test("[CLI-5] the planner asks two questions that the contract takes, one of them multi-select", async () => {
  const { text, calls } = await say(asked.slice(0, 1));
  expect(text).toContain("“A weekend away”");
  const reading = contractByName("ask_user_question").read(calls[0]?.input ?? null);
  expect(reading).toMatchObject({
    ok: true,
    value: { questions: [{ multiSelect: false }, { multiSelect: true }], warnings: [] },
  });
});

test("[ASK-12] the planner shows a context, a recommendation with its reason and two kinds of preview", async () => {
  const { calls } = await say(asked.slice(0, 1));
  const reading = contractByName("ask_user_question").read(calls[0]?.input ?? null);
  expect(reading).toMatchObject({
    value: {
      context: expect.stringContaining("| Travel |"),
      questions: [
        {
          options: [
            { recommended: { reason: expect.any(String) }, preview: { kind: "markdown" } },
            { preview: { kind: "diff", text: expect.stringContaining("\n toothbrush\n-") } },
            {},
          ],
        },
        {},
      ],
    },
  });
});

test("[CLI-5] it plans with the answers, also in own words, and with what was skipped", async () => {
  const answers = {
    "Which kind of trip do you have in mind?": "By night train",
    "What must the plan include?": "Good food, A day of rest",
  };
  expect((await say(withResult(JSON.stringify({ answers })))).text).toContain(
    "Kind of trip: By night train. It must include: Good food, A day of rest.",
  );
  expect((await say(withResult(JSON.stringify({ answers: {} })))).text).toContain("Kind of trip: left open.");
});

test("[CLI-5] it goes on with a chat message, with a refusal, and with a new request after a plan", async () => {
  const message = { role: "user", content: [{ type: "text", text: "Just the sea" }] } as const;
  const inChat = await say(withResult("The user replied in chat.", { ...message, content: [...message.content] }));
  expect(inChat.text).toContain("by what you wrote: “Just the sea”");
  expect((await say(withResult("The user declined to answer."))).text).toContain("without an answer");
  const next = await say([
    ...withResult("{}"),
    { role: "assistant", content: [{ type: "text", text: "Here is your plan." }] },
    { role: "user", content: [{ type: "text", text: "x".repeat(80) }] },
  ]);
  expect(next.calls).toHaveLength(1);
  expect(next.text).toContain(`“${"x".repeat(59)}…”`);
});
