import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { CardState, InquiryCard } from "../data/inquiry/inquiry-card.ts";

/** The open form, a form whose inquiry somebody else resolved while it had the focus, or the summary of the resolution. */
type CardPhase = "form" | "overtaken" | "summary";

type FocusArea = "outside" | "form" | "beside";

interface CardPhaseState {
  readonly phase: CardPhase;
  onFocus(event: FocusEvent<HTMLElement>): void;
  onBlur(event: FocusEvent<HTMLElement>): void;
  onPointerDown(): void;
  /** Returns the focus to the element that had it before the card. */
  returnFocus(): void;
}

/** What a card shows. A form that has the focus stays until the focus leaves it, so that nothing disappears while somebody uses it. */
export function useCardPhase({ state }: InquiryCard, root: RefObject<HTMLElement | null>): CardPhaseState {
  const [current, setCurrent] = useState(state);
  const [previous, setPrevious] = useState(state);
  const [focus, setFocus] = useState<FocusArea>("outside");
  const [isPressed, setPressed] = useState(false);
  const focusedBefore = useRef<Element>(null);
  if (current !== state) {
    setPrevious(current);
    setCurrent(state);
  }
  const isOvertaken = !hasForm(state) && previous === "pending" && (focus === "form" || isPressed);
  const phase: CardPhase = hasForm(state) ? "form" : isOvertaken ? "overtaken" : "summary";

  const before = useRef(phase);
  useEffect(() => {
    const changed = (before.current === "summary") !== (phase === "summary");
    before.current = phase;
    if (!changed || focus === "outside") return;
    root.current?.querySelector<HTMLElement>(phase === "summary" ? "[data-focus=summary]" : "[data-question]")?.focus();
  }, [root, phase, focus]);

  return {
    phase,
    onFocus({ target, relatedTarget }) {
      if (relatedTarget instanceof Element && !root.current?.contains(relatedTarget))
        focusedBefore.current = relatedTarget;
      setFocus(target.closest("form") ? "form" : "beside");
    },
    onBlur({ target, relatedTarget }) {
      // The window lost the focus, not the element.
      if (document.activeElement === target) return;
      if (!(relatedTarget instanceof Node && root.current?.contains(relatedTarget))) setFocus("outside");
    },
    onPointerDown() {
      if (phase !== "overtaken") return;
      // The press moves the focus out of the form, which must not move the pressed button away before it is clicked.
      setPressed(true);
      const release = () => setTimeout(() => setPressed(false));
      window.addEventListener("pointerup", release, { once: true });
      window.addEventListener("pointercancel", release, { once: true });
    },
    returnFocus() {
      if (focusedBefore.current instanceof HTMLElement && focusedBefore.current.isConnected)
        focusedBefore.current.focus();
      else root.current?.querySelector<HTMLElement>("[data-focus=unfold]")?.focus();
    },
  };
}

function hasForm(state: CardState): boolean {
  return state === "pending" || state === "submitting";
}
