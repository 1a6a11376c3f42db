import type { Conversation } from "@askback/core/wire";
import type { Failure } from "../text/failure-text.ts";

export interface Child {
  readonly id: string;
  readonly agent: string;
  readonly task: string;
  readonly status: string;
}

/** What the line under the transcript says. An open question has a card and needs no line. */
export type ChatStatus =
  | { readonly type: "quiet" }
  | { readonly type: "thinking" }
  | { readonly type: "retrying"; readonly at: string; readonly error: Failure }
  | { readonly type: "acting"; readonly tool: string }
  | { readonly type: "delegating"; readonly children: readonly Child[] }
  | { readonly type: "paused"; readonly reason: "step-limit" | "answered" | undefined }
  | { readonly type: "failed"; readonly error: Failure }
  | { readonly type: "stopped" | "dismissed" };

export function chatStatusOf(conversation: Conversation): ChatStatus {
  switch (conversation.status) {
    case "parked":
      return { type: "quiet" };
    case "thinking":
      return conversation.retryAt
        ? { type: "retrying", at: conversation.retryAt, error: conversation.error ?? unknownFailure }
        : { type: "thinking" };
    case "acting":
      return { type: "acting", tool: conversation.tool ?? "" };
    case "delegating":
      return { type: "delegating", children: conversation.children ?? [] };
    case "paused":
      return { type: "paused", reason: pauseReason(conversation.reason) };
    case "failed":
      return { type: "failed", error: conversation.error ?? unknownFailure };
    case "idle":
      return conversation.outcome === "stopped" || conversation.outcome === "dismissed"
        ? { type: conversation.outcome }
        : { type: "quiet" };
  }
}

const unknownFailure: Failure = { message: "", retryable: true };

/** Whether the agent is doing work that can be stopped. */
export function isWorking({ status }: Pick<Conversation, "status">): boolean {
  return status === "thinking" || status === "acting" || status === "delegating";
}

function pauseReason(reason: string | undefined) {
  return reason === "step-limit" || reason === "answered" ? reason : undefined;
}

type ConversationState = "working" | "waiting" | "paused" | "failed";

/** The state of a conversation in one word; nothing while it is at rest. */
export function conversationStateOf({ status }: Pick<Conversation, "status">): ConversationState | undefined {
  switch (status) {
    case "parked":
      return "waiting";
    case "thinking":
    case "acting":
    case "delegating":
      return "working";
    case "paused":
    case "failed":
      return status;
    case "idle":
      return undefined;
  }
}
