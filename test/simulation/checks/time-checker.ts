import type { Event } from "@askback/core";
import { maxSkewMs, type Plan } from "../plan.ts";
import type { SimulatedTime } from "../simulated-time.ts";

/** Compares the times of decisions with the store's clock, whatever the clocks of the servers show. */
export interface TimeChecker {
  committed(conversationId: string, events: readonly Event[]): void;
}

export function createTimeChecker(
  time: SimulatedTime,
  { deadlineMs }: Pick<Plan, "deadlineMs">,
  /** When the model made a call, before which it cannot have asked. */
  calledAt: (callId: string) => number | undefined,
  violated: (what: string) => void,
): TimeChecker {
  const earliestExpiry = new Map<string, number>();
  return {
    committed(id, events) {
      for (const event of events) {
        if (event.type === "inquiry.asked") {
          const { id: inquiryId, callId } = event.inquiry;
          earliestExpiry.set(inquiryId, (calledAt(callId) ?? time.start) + deadlineMs - maxSkewMs);
        }
        if (event.type === "inquiry.resolved" && event.resolution.type === "expired") {
          const earlyMs = (earliestExpiry.get(event.inquiryId) ?? 0) - time.now;
          if (earlyMs > 0) violated(`${event.inquiryId} expired ${earlyMs} ms before its deadline`);
        }
        if (event.at > time.now + maxSkewMs) violated(`${event.type} of ${id} has a time that has not come yet`);
        if (event.at < time.start - maxSkewMs) violated(`${event.type} of ${id} has a time before the history began`);
      }
    },
  };
}
