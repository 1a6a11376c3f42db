import { useEffect } from "react";
import { isMac, matchesKeys } from "./keyboard.ts";
import { useLatest } from "./use-latest.ts";

/** Runs something when these keys are pressed anywhere in the page. On a Mac, Ctrl with a letter edits text. */
export function useShortcut(keys: string, run: () => void): void {
  const latest = useLatest(run);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isEdit = event.ctrlKey && isMac();
      if (event.repeat || event.isComposing || event.defaultPrevented || isEdit || !matchesKeys(keys, event)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [keys, latest]);
}
