import { type RefObject, useEffect, useRef } from "react";
import type { InquiryCard } from "../data/inquiry/inquiry-card.ts";
import { PersonAvatar } from "../person-avatar.tsx";
import { Sentence } from "../text/sentence.tsx";
import { useTimeFormat } from "../ui/time.tsx";
import { isResolved, resolverOf, signOf, titleOf } from "./card-title.ts";

interface OutcomeProps {
  readonly card: InquiryCard;
  readonly now: number | undefined;
}

/** How an inquiry ended, or who is to answer it. */
export function Outcome({ card, now }: OutcomeProps) {
  const time = useTimeFormat(now);
  const resolver = isResolved(card.state) ? resolverOf(card.inquiry) : undefined;
  return (
    <p className="ask-outcome" data-outcome>
      <span aria-hidden="true" className="ask-sign">
        {signOf(card)}
      </span>
      {resolver !== undefined && <PersonAvatar person={resolver} />}
      <span>
        <Sentence {...titleOf(card, time)} />
      </span>
    </p>
  );
}

/** Brings the outcome into view when somebody else resolves an inquiry that the reader looks at. The focus does not move. */
export function useOutcomeInView({ state, inquiry, me }: InquiryCard, root: RefObject<HTMLElement | null>): void {
  const before = useRef(state);
  const isOthers = resolverOf(inquiry) !== me;
  useEffect(() => {
    const hasEnded = !isResolved(before.current) && isResolved(state);
    before.current = state;
    const card = root.current;
    if (!hasEnded || !isOthers || !card || !isInWindow(card)) return;
    card.querySelector("[data-outcome]")?.scrollIntoView({ block: "nearest" });
  }, [state, isOthers, root]);
}

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
