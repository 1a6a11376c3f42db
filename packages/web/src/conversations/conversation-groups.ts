import type { Conversation } from "@askback/core/wire";

export interface ConversationGroup {
  readonly name: "waiting" | "today" | "yesterday" | "older";
  readonly conversations: readonly Conversation[];
}

const names = ["waiting", "today", "yesterday", "older"] as const;

/** The groups of the list that have conversations; in each the one that changed last comes first. */
export function groupConversations(conversations: readonly Conversation[], now: Date): readonly ConversationGroup[] {
  const byName = Map.groupBy(conversations, (conversation) => groupOf(conversation, now));
  return names.flatMap((name) => {
    const members = byName.get(name);
    return members ? [{ name, conversations: members.toSorted(byChange) }] : [];
  });
}

function groupOf(conversation: Conversation, now: Date): ConversationGroup["name"] {
  if (conversation.status === "parked") return "waiting";
  const changed = new Date(changedAt(conversation));
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  // The day before is not always 24 hours long.
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (changed >= today) return "today";
  return changed >= yesterday ? "yesterday" : "older";
}

function byChange(one: Conversation, other: Conversation): number {
  return Date.parse(changedAt(other)) - Date.parse(changedAt(one));
}

/** When something last happened in a conversation. */
export function changedAt({ updatedAt, createdAt }: Conversation): string {
  return updatedAt ?? createdAt;
}
