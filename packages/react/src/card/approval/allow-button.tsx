import { type ReactNode, useRef } from "react";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useDeliberatePress } from "../../ui/deliberate-press.ts";

interface AllowButtonProps {
  readonly card: InquiryCard;
  readonly children: ReactNode;
  onAllow(): void;
}

/** What is allowed cannot be undone, so a pointer must press deliberately; a key always acts on the focused button. */
export function AllowButton({ card, children, onAllow }: AllowButtonProps) {
  const t = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const { press, isDeliberate } = useDeliberatePress(button, card.inquiry.revision);
  const { sending } = card;
  return (
    <button
      className="ask-button ask-primary"
      onClick={({ detail }) => (detail === 0 || isDeliberate("allow")) && onAllow()}
      onPointerDown={() => press("allow")}
      ref={button}
      type="button"
    >
      {sending.status === "sending" ? (
        <>
          <span aria-hidden="true" className="ask-spinner" />
          {t(sending.isSlow ? "card.sendingSlow" : "card.sending")}
        </>
      ) : (
        children
      )}
    </button>
  );
}
