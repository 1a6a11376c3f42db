import type { Inquiry } from "@askback/core/wire";
import { useContext, useEffect, useState } from "react";
import { createStoredText, type StoredText } from "../../data/drafts/stored-text.ts";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { ServicesContext } from "../../services-context.ts";
import { useAtom } from "../../use-atom.ts";

const unstored = { get: async () => "", set() {}, remove() {} };

/** Why somebody declines or dismisses, stored like a draft; a card without a provider has a text of its own. */
export function useReason(inquiryId: string): Omit<StoredText, "text"> & { readonly text: string } {
  const reason = useStoredReason(inquiryId);
  return { ...reason, text: useAtom(reason.text) };
}

function useStoredReason(inquiryId: string): StoredText {
  const services = useContext(ServicesContext);
  const [own] = useState(() => createStoredText(unstored, ""));
  return services ? services.text(`reason:${inquiryId}`) : own;
}

/** Clears a reason when its inquiry is resolved, unless somebody is editing it. A reason that was not used becomes a recovered text. */
export function useFinishedReason(card: InquiryCard, isEditing: boolean): void {
  const reason = useStoredReason(card.inquiry.id);
  const text = useAtom(reason.text);
  const { inquiry, me, sending, recover } = card;
  // While something is being sent, the resolution that is shown may lack its comment.
  const isBusy = isEditing || sending.status !== "none";
  useEffect(() => {
    const written = reason.text.get();
    if (written !== text || written === "" || isBusy) return;
    const outcome = reasonOutcome(written, inquiry, me);
    if (outcome === "waiting") return;
    reason.write("");
    if (outcome === "unused" && written.trim() !== "") recover(written);
  }, [text, reason, inquiry, me, recover, isBusy]);
}

/** What becomes of a written reason: the inquiry is still open, the reason is no longer needed, or it was not used. */
type ReasonOutcome = "waiting" | "done" | "unused";

/** Somebody who answered needs no reason any more. It is unused if another reason was given, or if somebody else resolved the inquiry. */
export function reasonOutcome(reason: string, { resolution }: Inquiry, me: string | undefined): ReasonOutcome {
  if (!resolution || (resolution.by !== undefined && me === undefined)) return "waiting";
  if (resolution.by === undefined || resolution.by !== me) return "unused";
  const wantsReason = resolution.type === "declined" || resolution.type === "dismissed";
  return wantsReason && resolution.comment?.trim() !== reason.trim() ? "unused" : "done";
}
