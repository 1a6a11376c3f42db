import { evolve } from "../evolve/evolve.ts";
import type { Conversation } from "../model/conversation.ts";
import type { Event } from "../model/event.ts";
import type { InquiryRecord } from "../model/inquiry.ts";
import { inquiryOf } from "./projection.ts";

/** The names by which other systems are told what happened to an inquiry. */
export const inquiryChangeTypes = [
  "inquiry.asked",
  "inquiry.held",
  "inquiry.reopened",
  "inquiry.amended",
  "inquiry.extended",
  "inquiry.reminded",
  "inquiry.escalated",
  "inquiry.taken",
  "inquiry.released",
  "inquiry.assigned",
  "inquiry.agreed",
  "agreement.retracted",
  "inquiry.resolved",
  "inquiry.superseded",
] as const;
export type InquiryChangeType = (typeof inquiryChangeTypes)[number];

/** One thing that happened to an inquiry, and the inquiry right after it. */
export interface InquiryChange {
  readonly type: InquiryChangeType;
  readonly at: number;
  /** The place of its event among the given ones, from 0. */
  readonly index: number;
  readonly record: InquiryRecord;
}

/** Returns what some events did to inquiries, each with the inquiry as that event left it. */
export function inquiryChanges(before: Conversation | undefined, events: readonly Event[]): readonly InquiryChange[] {
  const changes: InquiryChange[] = [];
  let conversation = before;
  // The events after the last change of an inquiry, which are all in most commits, need no state.
  const last = events.findLastIndex((event) => changeTypeOf(event) !== undefined);
  for (const [index, event] of events.slice(0, last + 1).entries()) {
    const earlier = conversation;
    conversation = evolve(earlier, event);
    const type = changeTypeOf(event);
    const record = type && inquiryOf(earlier, conversation, event);
    if (record) changes.push({ type, at: event.at, index, record });
  }
  return changes;
}

/** A fork asks anew what it was forked from; what a copy inherits is settled. */
function changeTypeOf({ type }: Event): InquiryChangeType | undefined {
  return type === "conversation.forked" ? "inquiry.asked" : inquiryChangeTypes.find((known) => known === type);
}
