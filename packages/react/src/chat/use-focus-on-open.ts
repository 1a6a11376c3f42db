import { useEffect } from "react";
import { useLatest } from "../ui/use-latest.ts";

/** Moves the focus into what has opened, and again whenever it is opened once more, which `opening` counts. */
export function useFocusOnOpen(focus: () => void, opening = 1): void {
  const latest = useLatest(focus);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening moves the focus
  useEffect(() => {
    // After the menu, which returns the focus to its button when it closes.
    const frame = requestAnimationFrame(() => latest.current());
    return () => cancelAnimationFrame(frame);
  }, [latest, opening]);
}

/** Returns the focus at the end to where it was at the beginning. Called before `useFocusOnOpen`. */
export function useReturnedFocus(): void {
  useEffect(() => {
    let opener: Element | null = null;
    // After the menu, whose button has the focus then.
    const frame = requestAnimationFrame(() => {
      opener = document.activeElement;
    });
    return () => {
      cancelAnimationFrame(frame);
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
}
