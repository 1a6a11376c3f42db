import { useContext, useEffect, useState } from "react";
import { AskbackContext } from "../askback-context.ts";
import { createKeptText, type KeptText } from "../kept-text.ts";
import { oncePerLive } from "../once-per-live.ts";
import { useSource } from "../use-source.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { fateOf } from "./reason.ts";

/** Each is there once, so that the card and the inbox around it write at the same. */
const reasonsOf = oncePerLive(({ drafts }) => {
  const reasons = new Map<string, KeptText>();
  return (inquiryId: string) => {
    const reason = reasons.get(inquiryId) ?? createKeptText(drafts.texts, `reason:${inquiryId}`);
    reasons.set(inquiryId, reason);
    return reason;
  };
});

const unkept = { get: async () => "", keep() {} };

/** Why somebody declines or dismisses, kept like every draft; a card that stands alone, without a provider, keeps its own. */
export function useReason(inquiryId: string): KeptText & { readonly text: string } {
  const askback = useContext(AskbackContext);
  const [own] = useState(() => createKeptText(unkept, ""));
  const reason = askback ? reasonsOf(askback)(inquiryId) : own;
  return { ...reason, text: useSource(reason) };
}

/** Ends a reason with its inquiry. What is left over is offered with the rest, but never taken from under somebody's hands. */
export function useEndOfReason(card: InquiryCard, isInHand: boolean): void {
  const { text, get, write } = useReason(card.inquiry.id);
  const { inquiry, me, sending, recover } = card;
  // Until a wish is off its way, what is shown of the end may lack its words.
  const isOpen = isInHand || sending.status !== "none";
  useEffect(() => {
    const written = get();
    if (written !== text || written === "" || isOpen) return;
    const fate = fateOf(written, inquiry, me);
    if (fate === "waiting") return;
    write("");
    if (fate === "left" && written.trim() !== "") recover(written);
  }, [text, get, write, inquiry, me, recover, isOpen]);
}
