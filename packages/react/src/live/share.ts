import type { Message } from "@askback/core/wire";

/** The old value where nothing changed, so that nobody draws the same again. */
export function shared<Value>(before: Value | undefined, after: Value): Value {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(after) ? before : after;
}

/** Messages of which those that did not change are the old ones, and in the others the blocks that did not. */
export function sharedMessages(before: readonly Message[], after: readonly Message[]): readonly Message[] {
  const byId = new Map(before.map((message) => [message.id, message]));
  const messages = after.map((message) => sharedMessage(byId.get(message.id), message));
  const isSame = messages.length === before.length && messages.every((message, at) => message === before[at]);
  return isSame ? before : messages;
}

function sharedMessage(before: Message | undefined, after: Message): Message {
  if (!before) return after;
  const same = shared(before, after);
  return same === before
    ? before
    : { ...after, blocks: after.blocks.map((block, at) => shared(before.blocks[at], block)) };
}
