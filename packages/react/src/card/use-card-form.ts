import { type RefObject, useRef, useState } from "react";
import { gapsOf } from "../draft/answer-of-draft.ts";
import type { Settings } from "../settings.ts";
import { gap as gapAnnouncement } from "./announcements.ts";
import type { CardForm } from "./card-form.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { isHasty } from "./one-tap.ts";
import { advance, express, type Move, viewOf } from "./steps.ts";
import { useAnnounce } from "./use-announce.ts";
import { useOneTap } from "./use-one-tap.ts";
import { useReason } from "./use-reason.ts";
import { useStepFocus } from "./use-step-focus.ts";

interface FormSurroundings {
  readonly root: RefObject<HTMLElement | null>;
  readonly settings: Settings;
  readonly isReadOnly: boolean;
  readonly isFolded: boolean;
}

/** The form of a card: where it stands, and what its buttons do. */
export function useCardForm(card: InquiryCard, surroundings: FormSurroundings): CardForm {
  const { root, settings, isReadOnly, isFolded } = surroundings;
  const { inquiry, draft, change } = card;
  const { questions } = inquiry;
  const [gap, setGap] = useState<string>();
  const [isConfirming, setConfirming] = useState(false);
  const [settling, setSettling] = useState<CardForm["settling"]>();
  const reason = useReason(inquiry.id);
  const [openPreviews, setOpenPreviews] = useState<ReadonlySet<string>>(new Set());
  /** When the form last moved on, on the clock of `performance`. */
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const announce = useAnnounce();
  const view = viewOf(inquiry, draft, settings.questions);
  const focusOn = useStepFocus(root, view);
  const isPreviewOpen = openPreviews.size > 0;
  const tap = useOneTap(card, { root, isPreviewOpen, isAllowed: settings.oneTap && !isReadOnly && !isFolded });

  const isTooSoon = () => isHasty({ at: performance.now(), movedAt: movedAt.current });

  const go = (step: number) => {
    movedAt.current = performance.now();
    setConfirming(false);
    change({ type: "go", step });
    const question = questions[step];
    if (view.type === "all" && question) focusOn(question.id);
  };

  const showGap = (question: string) => {
    const index = questions.findIndex(({ id }) => id === question);
    setGap(question);
    go(index);
    focusOn(question);
    void announce(gapAnnouncement(index + 1, questions.length));
  };

  const make = (move: Move) => {
    switch (move.type) {
      case "go":
        return go(move.step);
      case "gap":
        return showGap(move.question.id);
      case "confirm":
        movedAt.current = performance.now();
        setConfirming(true);
        return focusOn("confirm");
      case "send":
        setGap(undefined);
        return card.send(0);
    }
  };

  const sendFromAnywhere = () => !isReadOnly && make(express(inquiry, draft, view));

  return {
    view,
    gap: gapsOf(inquiry, draft).some(({ id }) => id === gap) ? gap : undefined,
    isConfirming: isConfirming && view.type === "review",
    settling,
    reason: reason.text,
    openPreviews,
    isReadOnly,
    pick: (question, option) => change({ type: "pick", question: question.id, option }),
    chooseText(question) {
      change({ type: "choose-text", question: question.id });
      focusOn(question.id, "own-words");
    },
    press: tap.press,
    release: tap.release,
    clickAgain: tap.clickAgain,
    togglePreview: (name) => setOpenPreviews((open) => toggled(open, name)),
    go,
    back: () =>
      go(view.type === "question" ? view.index - 1 : settings.questions === "stacked" ? 0 : questions.length - 1),
    advance() {
      if (!isReadOnly && !(view.type === "review" && isTooSoon())) make(advance(inquiry, draft, view));
    },
    express: sendFromAnywhere,
    retry: () => (card.hasNewGaps ? sendFromAnywhere() : card.retry()),
    writeReason: reason.write,
    delegate: () => !isReadOnly && card.settle({ type: "delegate" }),
    sendAnyway() {
      if (isTooSoon()) return;
      setConfirming(false);
      card.send(0);
    },
    goToGap() {
      const [first] = gapsOf(inquiry, draft);
      if (first) showGap(first.id);
    },
    ask(wish) {
      // While an answer is on its way there is no other way out.
      if (isReadOnly) return;
      movedAt.current = performance.now();
      setSettling(wish);
      if (wish === undefined && settling) focusOn(settling);
    },
    settle() {
      if (!settling || isReadOnly || isTooSoon()) return;
      card.settle({ type: settling, ...(reason.text.trim() !== "" && { comment: reason.text }) });
    },
  };
}

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const others = [...names].filter((other) => other !== name);
  return new Set(others.length < names.size ? others : [...others, name]);
}
