import { type RefObject, useContext, useEffect, useRef } from "react";
import { type Askback, AskbackContext } from "../../askback-context.ts";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { oncePerProvider } from "../../once-per-provider.ts";
import type { Settings } from "../../settings.ts";
import { useAnnounce } from "../../ui/announce.ts";
import { matchesKeys, typesCharacter } from "../../ui/keyboard.ts";
import { useLatest } from "../../ui/use-latest.ts";
import { newCardAnnouncement } from "../announcements.ts";
import { pageKey } from "../keyboard/keymap.ts";
import { attentionOn, focusTarget, mayTakeFocus } from "./focus-rules.ts";

interface AutofocusOptions {
  readonly root: RefObject<HTMLElement | null>;
  readonly settings: Settings;
  readonly mayFocus: boolean;
  unfold(): void;
}

/** An event on a card's element that takes the reader to its question. */
export const goToQuestionEvent = "ask-go-to-question";

/** When the program last gave the card the focus, on the clock of `performance`. */
type FocusedAt = RefObject<number>;

/** Focuses a new card if that disturbs nobody, announces it in any case, and lets a key focus it at any time. */
export function useAutofocus(card: InquiryCard, { root, settings, mayFocus, unfold }: AutofocusOptions): FocusedAt {
  const focusedAt = useRef(Number.NEGATIVE_INFINITY);
  const announce = useAnnounce();
  const isOpen = card.state === "pending";

  const focus = useLatest(() => {
    const [question] = card.inquiry.questions;
    if (!question || !root.current) return;
    focusedAt.current = performance.now();
    const target = focusTarget(question, window.matchMedia("(pointer: coarse)").matches);
    const part =
      root.current.querySelector<HTMLElement>(selectors[target]) ?? root.current.querySelector<HTMLElement>("h2");
    // The reader starts at the question; a field scrolls into view when somebody writes in it.
    part?.focus({ preventScroll: true });
    root.current.scrollIntoView({ block: "nearest" });
    root.current.querySelector("h2")?.scrollIntoView({ block: "nearest" });
  });

  const askback = useContext(AskbackContext);
  const onArrival = useLatest(() => {
    if (!isOpen || !isFirst(askback, card.inquiry.id)) return;
    const takesFocus = mayFocus && mayTakeFocus(settings.focus, attentionOn(document));
    if (takesFocus) focus.current();
    void announce(newCardAnnouncement(card, takesFocus || settings.verbosity === "brief"));
  });
  useEffect(() => onArrival.current(), [onArrival]);

  const show = useLatest(() => {
    unfold();
    focus.current();
  });
  const onPageKey = useLatest((event: KeyboardEvent) => {
    const isPageKey = pageKey.keys.some((key) => matchesKeys(key, event));
    if (!isPageKey || event.defaultPrevented || !settings.shortcuts) return;
    if (typesCharacter(event) && attentionOn(document).hasWritten) return;
    event.preventDefault();
    show.current();
  });
  useEffect(() => {
    if (!isOpen) return;
    const element = root.current;
    const onKeyDown = (event: KeyboardEvent) => onPageKey.current(event);
    const onGoToQuestion = () => show.current();
    document.addEventListener("keydown", onKeyDown);
    element?.addEventListener(goToQuestionEvent, onGoToQuestion);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      element?.removeEventListener(goToQuestionEvent, onGoToQuestion);
    };
  }, [isOpen, root, onPageKey, show]);

  return focusedAt;
}

const arrivedCards = oncePerProvider((_: Askback) => new Set<string>());

/** Whether a card arrives for the first time: a reader who leaves and comes back knows of it. */
function isFirst(askback: Askback | undefined, inquiryId: string): boolean {
  if (!askback) return true;
  const arrived = arrivedCards(askback);
  const isNew = !arrived.has(inquiryId);
  arrived.add(inquiryId);
  return isNew;
}

const selectors = { title: "h2", "own-words": "[data-field=own-words]", group: "[data-question]" } as const;
