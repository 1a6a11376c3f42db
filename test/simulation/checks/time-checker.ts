import type { Event } from "@askback/core";
import { maxSkewMs, type Plan } from "../plan.ts";
import type { SimulatedTime } from "../simulated-time.ts";

/** Compares the times of decisions with the store's clock, and that with the time that passed, whatever other clocks show. */
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
  let last = time.clock.now();
  return {
    committed(id, events) {
      const now = time.clock.now();
      if (now < last) violated(`the store's clock went back by ${last - now} ms`);
      if (now > time.now && !time.mayBeAhead) violated(`the store's clock is ${now - time.now} ms ahead of the time`);
      last = now;
      for (const event of events) {
        if (event.type === "inquiry.asked") {
          const { id: inquiryId, callId, origin, deadline = 0 } = event.inquiry;
          const expiry = origin ? deadline : (calledAt(callId) ?? time.start) + deadlineMs;
          // The clock of the server that set the deadline may be behind, and that of the one that compares it ahead.
          earliestExpiry.set(inquiryId, expiry - 2 * maxSkewMs);
        }
        if (event.type === "inquiry.resolved" && event.resolution.type === "expired") {
          const earlyMs = (earliestExpiry.get(event.inquiryId) ?? 0) - now;
          if (earlyMs > 0) violated(`${event.inquiryId} expired ${earlyMs} ms before its deadline`);
        }
        if (event.at > now + maxSkewMs) violated(`${event.type} of ${id} has a time that has not come yet`);
        if (event.at < time.start - maxSkewMs) violated(`${event.type} of ${id} has a time before the history began`);
      }
    },
  };
}
