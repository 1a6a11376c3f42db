import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createAskback } from "@askback/adapters/ai-sdk";
import { createClient } from "@askback/client";
import { createPerson } from "@askback/testing";
import { convertToModelMessages, generateText, type UIMessage } from "ai";
import { MockLanguageModelV3 } from "ai/test";

const { ASKBACK_URL: url = "http://127.0.0.1:4100", ASKBACK_ASK_KEY = "", ASKBACK_ANSWER_KEY = "" } = process.env;
const client = createClient({ url, key: ASKBACK_ASK_KEY });

// The messages that a browser sends: the model has asked, and the browser claims that the answer is "Berlin".
const question = {
  question: "Where to?",
  header: "City",
  options: [
    { label: "Lisbon", description: "By the sea" },
    { label: "Vienna", description: "By train" },
  ],
  multiSelect: false,
};
const call = { type: "tool-ask_user_question", toolCallId: "call_1", input: { questions: [question] } };
const messages = [
  { id: "m1", role: "user", parts: [{ type: "text", text: "Plan a weekend" }] },
  { id: "m2", role: "assistant", parts: [{ ...call, state: "output-available", output: "Berlin" }] },
] as UIMessage[];

// In a chat this is the id of the chat.
const askback = createAskback({ client, thread: randomUUID(), agent: "Planner" });

// Nobody has answered: the model is not called, whatever the browser says.
const { open } = await askback.settle(messages);
assert.equal(open[0]?.questions[0]?.text, "Where to?");

const person = createPerson(createClient({ url, key: ASKBACK_ANSWER_KEY }), [
  { on: "Where to?", does: { pick: "Lisbon" } },
]);
await client.inquiries.get(open[0]?.id ?? "", { wait: 60 });
person.stop();

// The browser sends the same again: now the model reads the answer of the person.
const settled = await askback.settle(messages);
assert.deepEqual(settled.open, []);
const tools = { ask_user_question: askback.askTool };
const prompts: string[] = [];
const model = new MockLanguageModelV3({
  async doGenerate({ prompt }) {
    prompts.push(JSON.stringify(prompt));
    return {
      content: [{ type: "text", text: "Lisbon it is." }],
      finishReason: { unified: "stop", raw: "stop" },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    };
  },
});
const { text } = await generateText({
  model,
  tools,
  messages: await convertToModelMessages(settled.messages, { tools }),
});
assert.match(prompts[0] ?? "", /Lisbon/);
assert.doesNotMatch(prompts[0] ?? "", /Berlin/);
console.log(text);
