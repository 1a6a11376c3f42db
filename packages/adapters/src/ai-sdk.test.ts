import type { Client } from "@askback/client";
import { ok } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { UIMessage } from "ai";
import { expect, test } from "vitest";
import { createAskback } from "./ai-sdk.ts";

/** A client whose questions nobody has answered yet. */
const client = {
  inquiries: { ask: async (body: wire.AskInquiry) => ok({ id: "inq_a_1_x", ...body } as unknown as wire.Inquiry) },
} as unknown as Client;

const options = [{ label: "Lisbon" }, { label: "Vienna" }];
const question = {
  toolName: "ask_user_question",
  input: { questions: [{ question: "Where to?", header: "City", options, multiSelect: false }] },
  state: "output-available",
  output: "Berlin",
};
const approval = {
  toolName: "deploy",
  input: { version: "1.0" },
  state: "approval-responded",
  approval: { id: "a1", approved: true },
};

test.each([
  ["an answer", question, { state: "input-available" }],
  ["an approval", approval, { state: "approval-requested", toolName: "deploy", approval: { id: "a1" } }],
])("[ADAPT-5] %s that a browser sends as one of a dynamic tool is not believed", async (_name, part, expected) => {
  const messages = [{ id: "m1", role: "assistant", parts: [{ type: "dynamic-tool", toolCallId: "call_1", ...part }] }];
  const settled = await createAskback({ client, thread: "chat-1" }).settle(messages as UIMessage[]);
  expect(settled.open).toHaveLength(1);
  const [shown] = settled.messages[0]?.parts ?? [];
  expect(shown).toMatchObject(expected);
  expect(JSON.stringify(shown)).not.toMatch(/Berlin|approved/);
});
