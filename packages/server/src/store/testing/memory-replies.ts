import type { Clock } from "../../clock.ts";
import { lastingReplyTime, type NewReply, type Reply, type ReplyKey } from "../store.ts";

/** The stored replies of the memory store. */
export interface MemoryReplies {
  find(key: ReplyKey): Reply | undefined;
  add(reply: NewReply, conversationId: string): void;
  /** Empties the replies of a deleted conversation, and deletes those that last. */
  erase(conversationId: string): void;
  deleteOld(ageMs: number): void;
}

export function createMemoryReplies(clock: Clock): MemoryReplies {
  const replies = new Map<string, Reply & { readonly conversationId: string; readonly createdAt: number }>();
  return {
    find(key) {
      const found = replies.get(replyId(key));
      return found && { fingerprint: found.fingerprint, status: found.status, body: found.body };
    },
    add(reply, conversationId) {
      const createdAt = reply.lasting ? lastingReplyTime : clock.now();
      replies.set(replyId(reply), { ...reply, conversationId, createdAt });
    },
    erase(conversationId) {
      for (const [key, reply] of replies) {
        if (reply.conversationId !== conversationId) continue;
        if (reply.createdAt === lastingReplyTime) replies.delete(key);
        else replies.set(key, { ...reply, body: "" });
      }
    },
    deleteOld(ageMs) {
      for (const [id, { createdAt }] of replies) if (createdAt < clock.now() - ageMs) replies.delete(id);
    },
  };
}

function replyId({ principal, route, key }: ReplyKey): string {
  return JSON.stringify([principal, route, key]);
}
