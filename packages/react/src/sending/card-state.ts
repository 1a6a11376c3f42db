import type { Inquiry, Me } from "@askback/core/wire";
import type { CardState, Sending } from "../card/inquiry-card.ts";

/** How a card stands. What the server said of an inquiry comes before all that this page wishes. */
export function cardStateOf(inquiry: Inquiry, sending: Sending, me: Me | undefined): CardState {
  switch (inquiry.status) {
    case "held":
      return isHeldByOther(inquiry, me) ? "readonly" : "held";
    case "open":
      if (me && !me.scopes.includes("answer")) return "readonly";
      return sending.status === "sending" || sending.status === "queued" ? "submitting" : "pending";
    default:
      return inquiry.status;
  }
}

/** Only who gave a held answer can take it back. */
function isHeldByOther({ receipt }: Inquiry, me: Me | undefined): boolean {
  return me !== undefined && receipt?.by !== undefined && receipt.by !== me.id;
}
