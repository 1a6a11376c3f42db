import { type RefObject, useEffect, useRef } from "react";
import type { Settings } from "../settings.ts";
import { arrival } from "./announcements.ts";
import { attentionOn } from "./attention.ts";
import { focusTarget, mayTakeFocus } from "./focus-rules.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { matches, pageKey } from "./keymap.ts";
import { useAnnounce } from "./use-announce.ts";
import { useLatest } from "./use-latest.ts";

interface ArrivalOptions {
  readonly root: RefObject<HTMLElement | null>;
  readonly settings: Settings;
  readonly mayFocus: boolean;
  unfold(): void;
}

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
    part?.focus({ preventScroll: target !== "title" });
    part?.scrollIntoView({ block: "nearest" });
  });

  const arrive = useLatest(() => {
    if (!isOpen) return;
    const takesFocus = mayFocus && mayTakeFocus(settings.focus, attentionOn(document));
    if (takesFocus) focus.current();
    announce(arrival(card, takesFocus || settings.verbosity === "brief"));
  });
  useEffect(() => arrive.current(), [arrive]);

  const goThere = useLatest((event: KeyboardEvent) => {
    const isAsked = pageKey.keys.some((key) => matches(key, event));
    if (!isAsked || event.defaultPrevented || !settings.shortcuts) return;
    event.preventDefault();
    unfold();
    focus.current();
  });
  useEffect(() => {
    if (!isOpen) return;
    const listen = (event: KeyboardEvent) => goThere.current(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isOpen, goThere]);

  return focusedAt;
}

const selectors = { title: "h2", "own-words": "[data-field=own-words]", group: "[data-question]" } as const;
