import { type KeyboardEvent, useRef } from "react";
import { useAskback } from "../askback-context.ts";
import { type InboxAction, inboxAction } from "./inbox-keymap.ts";

const patience = 1500;

/** Listens to the keys of the inbox: not in fields, not in the card, which has keys of its own, and not where they are turned off. */
export function useInboxKeys(act: (action: InboxAction) => void): (event: KeyboardEvent) => void {
  const { settings } = useAskback();
  const before = useRef<{ readonly key: string; readonly at: number } | undefined>(undefined);
  return (event) => {
    const { target, nativeEvent } = event;
    if (!settings.shortcuts || event.defaultPrevented || event.repeat || nativeEvent.isComposing) return;
    // What a menu shows elsewhere in the page tells its keys here too.
    if (!(target instanceof Element) || !event.currentTarget.contains(target)) return;
    if (target.closest("input, textarea, select, dialog, .ask-inbox-card")) return;
    const isRecent = before.current !== undefined && event.timeStamp - before.current.at < patience;
    const action = inboxAction(nativeEvent, isRecent ? before.current?.key : undefined);
    before.current = { key: event.key, at: event.timeStamp };
    if (!action) return;
    event.preventDefault();
    act(action);
  };
}
