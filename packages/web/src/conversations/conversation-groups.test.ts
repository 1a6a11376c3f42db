import type { Conversation } from "@askback/core/wire";
import { expect, test } from "vitest";
import { groupConversations } from "./conversation-groups.ts";

const now = new Date(2026, 2, 9, 10, 30);

function conversation(id: string, updated: Date, status: Conversation["status"] = "idle"): Conversation {
  const times = { createdAt: "2026-01-01T00:00:00Z", updatedAt: updated.toISOString() };
  return { id, status, ...times } as Conversation;
}

function idsByGroup(conversations: readonly Conversation[]) {
  return groupConversations(conversations, now).map(({ name, conversations }) => [
    name,
    conversations.map(({ id }) => id),
  ]);
}

test("[WEB-13] what waits comes first, then the rest by the reader's days, the latest change first", () => {
  const conversations = [
    conversation("midnight", new Date(2026, 2, 9, 0, 0)),
    conversation("new", new Date(2026, 2, 9, 10)),
    conversation("late", new Date(2026, 2, 8, 23, 59)),
    conversation("long ago", new Date(2026, 2, 7, 23, 59)),
    conversation("asks", new Date(2025, 11, 24), "parked"),
    conversation("begun", new Date(2026, 2, 8, 0, 0), "thinking"),
  ];
  expect(idsByGroup(conversations)).toEqual([
    ["waiting", ["asks"]],
    ["today", ["new", "midnight"]],
    ["yesterday", ["late", "begun"]],
    ["older", ["long ago"]],
  ]);
});

test("[WEB-13] a group without conversations is left out", () => {
  expect(idsByGroup([conversation("new", now)])).toEqual([["today", ["new"]]]);
  expect(idsByGroup([])).toEqual([]);
});
