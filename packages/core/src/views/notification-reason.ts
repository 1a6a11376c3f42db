import type { Audience } from "../model/audience.ts";
import type { Event } from "../model/event.ts";
import type { InquiryRecord } from "../model/inquiry.ts";

/** Why people are told once more of something that they may know. */
export const notificationCauses = ["reminded", "escalated", "assigned"] as const;
export type NotificationCause = (typeof notificationCauses)[number];

/** Why somebody is told again. */
export interface NotificationReason {
  readonly cause: NotificationCause;
  /** Only these are told for it; everybody for whom the inquiry waits where it is absent. */
  readonly to?: Audience;
  /** Only by these channels; by all where it is absent. */
  readonly channels?: readonly string[];
}

/** The reasons for which an event tells people again of an open inquiry; none where it tells nobody. */
export function notificationReasons({ escalation }: InquiryRecord, event: Event): readonly NotificationReason[] {
  switch (event.type) {
    case "inquiry.reminded": {
      const { to, step } = event;
      const { remind, channels } = escalation?.[step - 1] ?? {};
      const by = channels ? { channels } : {};
      const isForAll = to === undefined || remind === true;
      return [
        ...(to ? [{ cause: "escalated", to, ...by } as const] : []),
        ...(isForAll ? [{ cause: "reminded", ...by } as const] : []),
      ];
    }
    case "inquiry.escalated":
      return [{ cause: "escalated", to: event.to }];
    case "inquiry.assigned":
      return event.to === undefined || event.to === event.by ? [] : [{ cause: "assigned", to: { people: [event.to] } }];
    default:
      return [];
  }
}
