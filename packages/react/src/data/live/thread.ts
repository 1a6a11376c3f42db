import type { Conversation, Message } from "@askback/core/wire";
import { replaceEqualDeep } from "@tanstack/query-core";

/** A conversation with its newest messages. */
export interface Thread {
  readonly conversation: Conversation;
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly hasEarlier: boolean;
  /** Leads to the page before the first message; unknown if only the newest messages were stored. */
  readonly cursor?: string | undefined;
}

/**
 * The thread after another read: never an older one, and what did not change keeps its identity.
 * Earlier pages stay, unless messages between them and the newest page are missing.
 */
export function mergeThread(before: Thread | undefined, after: Thread): Thread {
  if (!before) return after;
  if (after.conversation.version < before.conversation.version) return before;
  const isPart = before.hasEarlier && before.cursor === undefined;
  const overlap = isPart ? -1 : before.messages.findIndex(({ id }) => id === after.messages[0]?.id);
  const earlier = overlap > 0 ? before.messages.slice(0, overlap) : [];
  const conversation = replaceEqualDeep(before.conversation, after.conversation);
  const messages = replaceEqualMessages(before.messages, [...earlier, ...after.messages]);
  const cursor = overlap > 0 ? before.cursor : after.cursor;
  const isSame = conversation === before.conversation && messages === before.messages && cursor === before.cursor;
  return isSame ? before : { conversation, messages, cursor, hasEarlier: cursor !== undefined };
}

/** How many messages are stored of a thread. */
const maxStored = 100;

/** A thread without its earlier messages, for the browser's storage. */
export function newestMessages(thread: Thread): Thread {
  if (thread.messages.length <= maxStored) return thread;
  return { conversation: thread.conversation, messages: thread.messages.slice(-maxStored), hasEarlier: true };
}

/** TanStack compares lists by position, which an earlier page shifts; messages are compared by id. */
function replaceEqualMessages(before: readonly Message[], after: readonly Message[]): readonly Message[] {
  const byId = new Map(before.map((message) => [message.id, message]));
  const messages = after.map((message) => replaceEqualDeep(byId.get(message.id), message));
  const isSame = messages.length === before.length && messages.every((message, index) => message === before[index]);
  return isSame ? before : messages;
}

/** The inquiries that messages show. */
export function inquiriesIn(messages: readonly Message[]) {
  return messages.flatMap(({ blocks }) => blocks).flatMap((block) => (block.type === "action" ? [block.inquiry] : []));
}
