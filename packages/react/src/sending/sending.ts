import type { Failure } from "@askback/client";
import type { Sending, Wish } from "../card/inquiry-card.ts";

/** What can happen to a wish on its way. */
export type SendingEvent =
  | { readonly type: "began"; readonly wish: Wish }
  | { readonly type: "slowed" }
  /** There is no connection; it waits for one. */
  | { readonly type: "queued"; readonly wish: Wish }
  | { readonly type: "refused"; readonly problem: Failure }
  /** The server has said what became of the inquiry, or the person gave it up. */
  | { readonly type: "ended" };

export const notSending: Sending = { status: "none" };

export function afterSending(sending: Sending, event: SendingEvent): Sending {
  switch (event.type) {
    case "began":
      return { status: "sending", wish: event.wish, isSlow: false };
    case "slowed":
      return sending.status === "sending" ? { ...sending, isSlow: true } : sending;
    case "queued":
      return { status: "queued", wish: event.wish };
    case "refused":
      return sending.status === "none" ? sending : { status: "failed", wish: sending.wish, problem: event.problem };
    case "ended":
      return notSending;
  }
}
