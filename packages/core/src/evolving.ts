import type { Conversation } from "./conversation.ts";
import type { Event } from "./event.ts";

export function counted<Some extends Conversation>(conversation: Some, added: Partial<Conversation["counts"]>): Some {
  const { messages, places, runs, inquiries, children } = conversation.counts;
  return {
    ...conversation,
    counts: {
      messages: messages + (added.messages ?? 0),
      places: places + (added.places ?? 0),
      runs: runs + (added.runs ?? 0),
      inquiries: inquiries + (added.inquiries ?? 0),
      children: children + (added.children ?? 0),
    },
  };
}

/** The conversation in a status in which the event can happen to it. */
export function expectStatus<Status extends Conversation["status"]>(
  conversation: Conversation,
  event: Event,
  ...statuses: Status[]
): Extract<Conversation, { status: Status }> {
  if (!statuses.some((status) => status === conversation.status))
    throw new Error(`${event.type} cannot happen to a ${conversation.status} conversation`);
  return conversation as Extract<Conversation, { status: Status }>;
}
