import type { Conversation } from "@askback/core";

/** A state as it was stored before format 4, which added counts that are read as none where they are missing. */
export function inEarlierFormat(conversation: Conversation): Conversation {
  const { failed: _, ...state } = conversation as Extract<Conversation, { readonly status: "thinking" }>;
  if (!state.run) return conversation;
  const { unanswered: __, ...run } = state.run;
  return { ...state, run };
}
