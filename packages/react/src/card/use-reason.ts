import { useContext, useEffect, useState } from "react";
import { AskbackContext } from "../askback-context.ts";
import { createKeptText, type KeptText, keptTextsOf } from "../kept-text.ts";
import { useSource } from "../use-source.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { fateOf } from "./reason.ts";

const unkept = { get: async () => "", keep() {}, forget() {} };

/** Why somebody declines or dismisses, kept like every draft; a card that stands alone, without a provider, keeps its own. */
export function useReason(inquiryId: string): KeptText & { readonly text: string } {
  const askback = useContext(AskbackContext);
  const [own] = useState(() => createKeptText(unkept, ""));
  const reason = askback ? keptTextsOf(askback)(`reason:${inquiryId}`) : own;
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
