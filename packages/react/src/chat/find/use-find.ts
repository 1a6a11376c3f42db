import { useState } from "react";
import type { Shortcut } from "../../ui/keyboard.ts";
import { useShortcut } from "../../ui/use-shortcut.ts";

export const findKey = { keys: ["Mod+Shift+f"], label: "find.label" } as const satisfies Shortcut;

/** The search in the conversation: how often it was opened, 0 while it is closed, and the message that it found. */
export function useFind() {
  const [opening, setOpening] = useState(0);
  const [found, show] = useState<string>();
  const open = () => setOpening(opening + 1);
  useShortcut(findKey.keys[0], open);
  const close = () => {
    setOpening(0);
    show(undefined);
  };
  return { opening, found, show, open, close };
}
