import { type RefObject, useEffect, useState } from "react";

/** The rows that are shown, and how many wait behind the button for new ones. */
interface ShownRows {
  readonly shown: readonly string[];
  readonly waiting: number;
}

/** The state of an inbox list. */
interface ListState {
  /** The ids of all rows, in their order. */
  readonly all: readonly string[];
  /** Whether the pointer or the focus is in the list. */
  readonly isBusy: boolean;
  /** Whether the first pages are still loading: their rows are not new. */
  readonly isLoading: boolean;
}

export const idleAfterMs = 10_000;

/** The rows to show next. While the list is in use rows may be removed, but none is inserted or moved. */
export function nextRows(before: readonly string[], { all, isBusy, isLoading }: ListState): ShownRows {
  if (!isBusy || before.length === 0) return { shown: all, waiting: 0 };
  const current = new Set(all);
  const kept = before.filter((id) => current.has(id));
  const keptIds = new Set(kept);
  const added = all.filter((id) => !keptIds.has(id));
  return isLoading ? { shown: [...kept, ...added], waiting: 0 } : { shown: kept, waiting: added.length };
}

/** Whether a new row would disturb somebody: the pointer is in the list, or the focus, unless it rests at the top. */
export function isListBusy(state: {
  readonly isPointed: boolean;
  readonly isFocused: boolean;
  readonly isAtTop: boolean;
  readonly idleFor: number;
}): boolean {
  return state.isPointed || (state.isFocused && !(state.isAtTop && state.idleFor >= idleAfterMs));
}

const activities = ["pointermove", "pointerdown", "keydown", "wheel", "focusin"] as const;

/** Observes whether somebody is using the list. */
export function useListBusy(list: RefObject<HTMLElement | null>): boolean {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isAtTop, setAtTop] = useState(true);
  const [isIdle, setIdle] = useState(false);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const stop = new AbortController();
    const on = (type: string, listener: (event: Event) => void) =>
      element.addEventListener(type, listener, { signal: stop.signal, capture: true, passive: true });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const resetIdleTimer = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), idleAfterMs);
    };
    for (const activity of activities) on(activity, resetIdleTimer);
    element.addEventListener("pointerenter", () => setPointed(true), { signal: stop.signal });
    element.addEventListener("pointerleave", () => setPointed(false), { signal: stop.signal });
    on("focusin", () => setFocused(true));
    on("focusout", (event) => setFocused(element.contains((event as FocusEvent).relatedTarget as Node | null)));
    on("scroll", ({ target }) => setAtTop(target instanceof HTMLElement && target.scrollTop <= 0));
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [list]);

  return isListBusy({ isPointed, isFocused, isAtTop, idleFor: isIdle ? idleAfterMs : 0 });
}
