import { type KeyboardEvent, useRef } from "react";
import { useAskback } from "../askback-context.ts";
import { type Keystroke, matchesKeys, type Shortcut } from "../ui/keyboard.ts";

const sequenceTimeoutMs = 1500;

/** Handles the keys of the inbox, but not in fields, in the card, which has its own keys, or if shortcuts are off. */
export function useInboxKeys(perform: (action: InboxAction) => void): (event: KeyboardEvent) => void {
  const { settings } = useAskback();
  const before = useRef<{ readonly key: string; readonly at: number } | undefined>(undefined);
  return (event) => {
    const { target, nativeEvent } = event;
    if (!settings.shortcuts || event.defaultPrevented || event.repeat || nativeEvent.isComposing) return;
    // React also passes on the keys of a menu that is drawn elsewhere in the page.
    if (!(target instanceof Element) || !event.currentTarget.contains(target)) return;
    if (target.closest("input:not([type=checkbox]), textarea, select, dialog, .ask-inbox-card")) return;
    const isRecent = before.current !== undefined && event.timeStamp - before.current.at < sequenceTimeoutMs;
    const action = inboxActionFor(nativeEvent, isRecent ? before.current?.key : undefined);
    before.current = { key: event.key, at: event.timeStamp };
    if (!action) return;
    event.preventDefault();
    perform(action);
  };
}

export type InboxAction =
  | "next"
  | "previous"
  | "open"
  | "quick-1"
  | "quick-2"
  | "quick-3"
  | "decline"
  | "snooze"
  | "select"
  | "select-range"
  | "select-all"
  | "search"
  | "needs-you"
  | "snoozed"
  | "done"
  | "show-new"
  | "undo"
  | "shortcuts"
  | "back";

interface InboxKey extends Shortcut {
  readonly action: InboxAction;
}

/** Every key of the inbox. They work while the focus is inside it; the grid handles arrows and Enter by itself. */
export const inboxKeymap: readonly InboxKey[] = [
  { keys: ["j", "ArrowDown"], action: "next", label: "inbox.key.next" },
  { keys: ["k", "ArrowUp"], action: "previous", label: "inbox.key.previous" },
  { keys: ["o", "Enter"], action: "open", label: "inbox.key.open" },
  { keys: ["1"], action: "quick-1", label: "inbox.key.quick1" },
  { keys: ["2"], action: "quick-2", label: "inbox.key.quick2" },
  { keys: ["3"], action: "quick-3", label: "inbox.key.quick3" },
  { keys: ["x"], action: "select", label: "inbox.key.select" },
  { keys: ["Shift+ArrowDown", "Shift+ArrowUp"], action: "select-range", label: "inbox.key.selectRange" },
  { keys: ["Mod+a"], action: "select-all", label: "inbox.key.selectAll" },
  { keys: ["s"], action: "snooze", label: "inbox.key.snooze" },
  { keys: ["e"], action: "decline", label: "inbox.key.decline" },
  { keys: ["z"], action: "undo", label: "inbox.key.undo" },
  { keys: ["."], action: "show-new", label: "inbox.key.showNew" },
  { keys: ["/"], action: "search", label: "inbox.key.search" },
  { keys: ["g n"], action: "needs-you", label: "inbox.key.needsYou" },
  { keys: ["g s"], action: "snoozed", label: "inbox.key.snoozed" },
  { keys: ["g d"], action: "done", label: "inbox.key.done" },
  { keys: ["Escape"], action: "back", label: "inbox.key.back" },
  { keys: ["?"], action: "shortcuts", label: "inbox.key.shortcuts" },
];

/** Keys that the grid handles; they are in the table to be listed. */
const gridKeys = ["ArrowDown", "ArrowUp", "Enter", "Shift+ArrowDown", "Shift+ArrowUp", "Mod+a"];

/** The action of a keystroke, given the key before it: after a `g` comes the second letter of a sequence. */
export function inboxActionFor(stroke: Keystroke, before: string | undefined): InboxAction | undefined {
  const prefix = before === "g" ? "g " : "";
  const isMatch = (key: string) => {
    if (gridKeys.includes(key) || !key.startsWith(prefix)) return false;
    const rest = key.slice(prefix.length);
    return !rest.includes(" ") && matchesKeys(rest, stroke);
  };
  return inboxKeymap.find(({ keys }) => keys.some(isMatch))?.action;
}
