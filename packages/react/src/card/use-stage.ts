import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { CardState, InquiryCard } from "./inquiry-card.ts";

/** The form, the form that was overtaken while somebody was in it, or what came of the inquiry. */
export type Stage = "form" | "overtaken" | "summary";

type FocusPlace = "outside" | "form" | "beside";

interface Staged {
  readonly stage: Stage;
  onFocus(event: FocusEvent<HTMLElement>): void;
  onBlur(event: FocusEvent<HTMLElement>): void;
  /** Gives the focus back to where it was before it came into the card. */
  returnFocus(): void;
}

/** What a card shows. Nothing is taken away from under somebody's hands: a form with the focus stays until they leave it. */
export function useStage({ state }: InquiryCard, root: RefObject<HTMLElement | null>): Staged {
  const [seen, setSeen] = useState(state);
  const [from, setFrom] = useState(state);
  const [focus, setFocus] = useState<FocusPlace>("outside");
  const cameFrom = useRef<Element>(null);
  if (seen !== state) {
    setFrom(seen);
    setSeen(state);
  }
  const isOvertaken = !hasForm(state) && from === "pending" && focus === "form";
  const stage: Stage = hasForm(state) ? "form" : isOvertaken ? "overtaken" : "summary";

  const before = useRef(stage);
  useEffect(() => {
    const changed = (before.current === "summary") !== (stage === "summary");
    before.current = stage;
    if (!changed || focus === "outside") return;
    root.current?.querySelector<HTMLElement>(stage === "summary" ? "[data-focus=summary]" : "[data-question]")?.focus();
  }, [root, stage, focus]);

  return {
    stage,
    onFocus({ target, relatedTarget }) {
      if (relatedTarget instanceof Element && !root.current?.contains(relatedTarget)) cameFrom.current = relatedTarget;
      setFocus(target.closest("form") ? "form" : "beside");
    },
    onBlur({ target, relatedTarget }) {
      // Another window took the focus, not another element.
      if (document.activeElement === target) return;
      if (!(relatedTarget instanceof Node && root.current?.contains(relatedTarget))) setFocus("outside");
    },
    returnFocus() {
      if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus();
      else root.current?.querySelector<HTMLElement>("[data-focus=unfold]")?.focus();
    },
  };
}

function hasForm(state: CardState): boolean {
  return state === "pending" || state === "submitting";
}
