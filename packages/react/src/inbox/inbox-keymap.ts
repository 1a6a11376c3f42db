import { matches, type Stroke } from "../card/keymap.ts";
import type { MessageId } from "../i18n/catalogue.ts";

export type InboxAction =
  | "next"
  | "previous"
  | "open"
  | "quick-1"
  | "quick-2"
  | "quick-3"
  | "decline"
  | "snooze"
  | "needs-you"
  | "snoozed"
  | "done"
  | "show-new"
  | "undo"
  | "shortcuts"
  | "back";

export interface InboxKey {
  /** Each of them does the same; two with a space between are pressed one after the other. */
  readonly keys: readonly string[];
  readonly action: InboxAction;
  readonly words: MessageId;
}

/** Every key of the inbox. They work while the focus is inside it; the grid itself moves by arrows and opens by Enter. */
export const inboxKeymap: readonly InboxKey[] = [
  { keys: ["j", "ArrowDown"], action: "next", words: "inbox.key.next" },
  { keys: ["k", "ArrowUp"], action: "previous", words: "inbox.key.previous" },
  { keys: ["o", "Enter"], action: "open", words: "inbox.key.open" },
  { keys: ["1"], action: "quick-1", words: "inbox.key.quick1" },
  { keys: ["2"], action: "quick-2", words: "inbox.key.quick2" },
  { keys: ["3"], action: "quick-3", words: "inbox.key.quick3" },
  { keys: ["s"], action: "snooze", words: "inbox.key.snooze" },
  { keys: ["e"], action: "decline", words: "inbox.key.decline" },
  { keys: ["z"], action: "undo", words: "inbox.key.undo" },
  { keys: ["."], action: "show-new", words: "inbox.key.showNew" },
  { keys: ["g n"], action: "needs-you", words: "inbox.key.needsYou" },
  { keys: ["g s"], action: "snoozed", words: "inbox.key.snoozed" },
  { keys: ["g d"], action: "done", words: "inbox.key.done" },
  { keys: ["Escape"], action: "back", words: "inbox.key.back" },
  { keys: ["?"], action: "shortcuts", words: "inbox.key.shortcuts" },
];

/** Keys that the grid itself listens to, so that they are not bound a second time. */
const ofGrid = ["ArrowDown", "ArrowUp", "Enter"];

/** What a stroke means after the one before it, of which only a `g` counts: it waits for a second letter. */
export function inboxAction(stroke: Stroke, before: string | undefined): InboxAction | undefined {
  const prefix = before === "g" ? "g " : "";
  const isMeant = (key: string) => {
    if (ofGrid.includes(key) || !key.startsWith(prefix)) return false;
    const rest = key.slice(prefix.length);
    return !rest.includes(" ") && matches(rest, stroke);
  };
  return inboxKeymap.find(({ keys }) => keys.some(isMeant))?.action;
}
