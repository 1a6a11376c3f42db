import type { Conversation } from "@askback/core/wire";

export interface Child {
  readonly id: string;
  readonly agent: string;
  readonly task: string;
  readonly status: string;
}

/** What the line under the transcript says. A question that waits says so itself. */
export type ChatStatus =
  | { readonly type: "quiet" }
  | { readonly type: "thinking" }
  | { readonly type: "retrying"; readonly at: string }
  | { readonly type: "acting"; readonly tool: string }
  | { readonly type: "delegating"; readonly children: readonly Child[] }
  | { readonly type: "paused"; readonly reason: "step-limit" | "answered" | undefined }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "stopped" | "dismissed" };

export function chatStatusOf(conversation: Conversation): ChatStatus {
  switch (conversation.status) {
    case "parked":
      return { type: "quiet" };
    case "thinking":
      return conversation.retryAt ? { type: "retrying", at: conversation.retryAt } : { type: "thinking" };
    case "acting":
      return { type: "acting", tool: conversation.tool ?? "" };
    case "delegating":
      return { type: "delegating", children: conversation.children ?? [] };
    case "paused":
      return { type: "paused", reason: pauseReason(conversation.reason) };
    case "failed":
      return { type: "failed", message: conversation.error?.message ?? "" };
    case "idle":
      return conversation.outcome === "stopped" || conversation.outcome === "dismissed"
        ? { type: conversation.outcome }
        : { type: "quiet" };
  }
}

/** Whether there is work that can be stopped. */
export function isWorking({ status }: Pick<Conversation, "status">): boolean {
  return status === "thinking" || status === "acting" || status === "delegating";
}

function pauseReason(reason: string | undefined) {
  return reason === "step-limit" || reason === "answered" ? reason : undefined;
}
