import type { Conversation } from "@askback/core/wire";
import { expect, test } from "vitest";
import { chatStatusOf, isWorking } from "./chat-status.ts";

const conversation: Conversation = {
  id: "c1",
  agent: "planner",
  project: "default",
  status: "idle",
  version: 3,
  createdAt: "2026-11-15T09:00:00.000Z",
  createdBy: "owner",
  usage: { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0 },
  waitingMessages: 0,
};

test("[WEB-3] the line under the transcript says what the agent does", () => {
  const child = { id: "c2", agent: "reader", task: "Read", status: "running" };
  expect(chatStatusOf({ ...conversation, status: "thinking" })).toEqual({ type: "thinking" });
  expect(chatStatusOf({ ...conversation, status: "acting", tool: "search" })).toEqual({
    type: "acting",
    tool: "search",
  });
  expect(chatStatusOf({ ...conversation, status: "delegating", children: [child] })).toEqual({
    type: "delegating",
    children: [child],
  });
});

test("[WEB-3] a failure, a pause and a stop each have a status, and an idle agent has none", () => {
  const error = { message: "No key", retryable: true };
  expect(chatStatusOf({ ...conversation, status: "failed", error })).toEqual({ type: "failed", error });
  const at = "2026-11-15T10:00:00.000Z";
  expect(chatStatusOf({ ...conversation, status: "thinking", retryAt: at, error })).toEqual({
    type: "retrying",
    at,
    error,
  });
  expect(chatStatusOf({ ...conversation, status: "paused", reason: "step-limit" })).toMatchObject({
    reason: "step-limit",
  });
  expect(chatStatusOf({ ...conversation, status: "paused", reason: "new one" })).toMatchObject({ reason: undefined });
  expect(chatStatusOf({ ...conversation, outcome: "stopped" })).toEqual({ type: "stopped" });
  expect(chatStatusOf({ ...conversation, outcome: "finished" })).toEqual({ type: "quiet" });
  expect(chatStatusOf({ ...conversation, status: "parked" })).toEqual({ type: "quiet" });
});

test("[WEB-3] only work can be stopped", () => {
  const working = (["idle", "thinking", "acting", "parked", "delegating", "paused", "failed"] as const).filter(
    (status) => isWorking({ status }),
  );
  expect(working).toEqual(["thinking", "acting", "delegating"]);
});
