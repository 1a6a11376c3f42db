import type { Message } from "@askback/core/wire";
import { expect, test } from "vitest";
import { isRecorded } from "./is-recorded.ts";

const said = (message: Partial<Message>): Message => ({
  id: "msg_1",
  role: "agent",
  at: "2026-11-15T09:00:00.000Z",
  runId: "run_1",
  blocks: [{ type: "text", text: "Hello." }],
  ...message,
});
const streamed = { runId: "run_1", step: 2, text: "Hello." };

test("[Z-2] a text ends when the reply of its step is there, whatever was said after it", () => {
  expect(isRecorded(streamed, [said({ step: 2 }), said({ role: "person" })])).toBe(true);
  expect(isRecorded(streamed, [said({ step: 3 })])).toBe(true);
});

test("[Z-2] a reply with the same words of another step or run does not end it", () => {
  expect(isRecorded(streamed, [])).toBe(false);
  expect(isRecorded(streamed, [said({ step: 1 })])).toBe(false);
  expect(isRecorded(streamed, [said({ step: 2, runId: "run_0" })])).toBe(false);
});

test("[Z-2] what a stop cut short is the end of the text", () => {
  expect(isRecorded(streamed, [said({ interrupted: true })])).toBe(true);
});
