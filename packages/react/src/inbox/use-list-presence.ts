import { type RefObject, useEffect, useState } from "react";
import { idleAfter, isBusy } from "./new-rows.ts";

const activities = ["pointermove", "pointerdown", "keydown", "wheel", "focusin"] as const;

/** Whether somebody is in the list: with the pointer, or with the focus unless it rests at its top. */
export function useListPresence(list: RefObject<HTMLElement | null>): boolean {
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
    const stir = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), idleAfter);
    };
    for (const activity of activities) on(activity, stir);
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

  return isBusy({ isPointed, isFocused, isAtTop, idleFor: isIdle ? idleAfter : 0 });
}
