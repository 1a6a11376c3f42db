import { type RefObject, useContext, useEffect, useRef } from "react";
import { type Askback, AskbackContext } from "../askback-context.ts";
import { oncePerLive } from "../once-per-live.ts";
import type { Settings } from "../settings.ts";
import { arrival } from "./announcements.ts";
import { attentionOn } from "./attention.ts";
import { focusTarget, mayTakeFocus } from "./focus-rules.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { matches, pageKey, writesLetter } from "./keymap.ts";
import { useAnnounce } from "./use-announce.ts";
import { useLatest } from "./use-latest.ts";

interface ArrivalOptions {
  readonly root: RefObject<HTMLElement | null>;
  readonly settings: Settings;
  readonly mayFocus: boolean;
  unfold(): void;
}

/** An event that a card's element is sent by whoever wants the reader to be at its question. */
export const wanted = "ask-wanted";

/** When the program last gave the card the focus, on the clock of `performance`. */
type FocusedAt = RefObject<number>;

/** Brings a new card to attention: by the focus where nobody is disturbed, by words in any case, and by a key at any time. */
export function useArrival(card: InquiryCard, { root, settings, mayFocus, unfold }: ArrivalOptions): FocusedAt {
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
    // Whoever is brought here reads the question first, and a field is scrolled to when somebody writes in it.
    part?.focus({ preventScroll: true });
    root.current.scrollIntoView({ block: "nearest" });
    root.current.querySelector("h2")?.scrollIntoView({ block: "nearest" });
  });

  const askback = useContext(AskbackContext);
  const arrive = useLatest(() => {
    if (!isOpen || !isFirst(askback, card.inquiry.id)) return;
    const takesFocus = mayFocus && mayTakeFocus(settings.focus, attentionOn(document));
    if (takesFocus) focus.current();
    void announce(arrival(card, takesFocus || settings.verbosity === "brief"));
  });
  useEffect(() => arrive.current(), [arrive]);

  const show = useLatest(() => {
    unfold();
    focus.current();
  });
  const goThere = useLatest((event: KeyboardEvent) => {
    const isAsked = pageKey.keys.some((key) => matches(key, event));
    if (!isAsked || event.defaultPrevented || !settings.shortcuts) return;
    if (writesLetter(event) && attentionOn(document).hasWritten) return;
    event.preventDefault();
    show.current();
  });
  useEffect(() => {
    if (!isOpen) return;
    const place = root.current;
    const listen = (event: KeyboardEvent) => goThere.current(event);
    const onWanted = () => show.current();
    document.addEventListener("keydown", listen);
    place?.addEventListener(wanted, onWanted);
    return () => {
      document.removeEventListener("keydown", listen);
      place?.removeEventListener(wanted, onWanted);
    };
  }, [isOpen, root, goThere, show]);

  return focusedAt;
}

const arrivedIn = oncePerLive(() => new Set<string>());

/** Whether a card comes for the first time: who goes away and comes back knows of it. */
function isFirst(askback: Askback | undefined, inquiryId: string): boolean {
  if (!askback) return true;
  const arrived = arrivedIn(askback);
  const isNew = !arrived.has(inquiryId);
  arrived.add(inquiryId);
  return isNew;
}

const selectors = { title: "h2", "own-words": "[data-field=own-words]", group: "[data-question]" } as const;
