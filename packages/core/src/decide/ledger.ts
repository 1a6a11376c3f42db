import type { Conversation } from "../conversation.ts";
import type { Event } from "../event.ts";
import { evolve } from "../evolve.ts";
import type { Refusal } from "../refusal.ts";
import type { Result } from "../result.ts";

export type Decision = Result<readonly Event[], Refusal>;

/** Collects the events of one decision and shows the conversation as they would leave it. */
export interface Ledger {
  readonly events: readonly Event[];
  readonly conversation: Conversation;
  record(event: Event): void;
}

export function createLedger(before: Conversation): Ledger {
  const events: Event[] = [];
  let conversation = before;
  return {
    events,
    get conversation() {
      return conversation;
    },
    record(event) {
      events.push(event);
      conversation = evolve(conversation, event);
    },
  };
}
