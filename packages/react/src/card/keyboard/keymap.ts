import { digitOf, type Keystroke, matchesKeys, type Shortcut } from "../../ui/keyboard.ts";

/** The part of a card in which a key is pressed. */
export type KeyScope = "option" | "own-words" | "blank-own-words" | "text" | "filter" | "button" | "card";

export type CardAction =
  | "previous-option"
  | "next-option"
  | "first-option"
  | "last-option"
  | "pick-nth"
  | "own-words"
  | "note"
  | "to-options"
  | "advance"
  | "send"
  | "previous-question"
  | "next-question"
  | "leave-field"
  | "fold"
  | "extend"
  | "undo"
  | "shortcuts";

interface Binding extends Shortcut {
  readonly action: CardAction;
  readonly scopes: readonly KeyScope[];
}

const fields: readonly KeyScope[] = ["own-words", "blank-own-words", "text", "filter"];
const outsideFields: readonly KeyScope[] = ["option", "button", "card"];
const anywhere: readonly KeyScope[] = [...outsideFields, ...fields];

/** Every key of the card. They work only while the focus is inside it; radio buttons handle arrows by themselves. */
export const keymap: readonly Binding[] = [
  { keys: ["ArrowUp"], action: "previous-option", scopes: ["option"], label: "card.key.previousOption" },
  { keys: ["ArrowDown"], action: "next-option", scopes: ["option"], label: "card.key.nextOption" },
  { keys: ["ArrowUp", "ArrowDown"], action: "to-options", scopes: ["blank-own-words"], label: "card.key.toOptions" },
  { keys: ["ArrowDown", "Enter"], action: "to-options", scopes: ["filter"], label: "card.key.toShown" },
  { keys: ["Home"], action: "first-option", scopes: ["option"], label: "card.key.firstOption" },
  { keys: ["End"], action: "last-option", scopes: ["option"], label: "card.key.lastOption" },
  { keys: ["1-9"], action: "pick-nth", scopes: outsideFields, label: "card.key.pickNth" },
  { keys: ["o"], action: "own-words", scopes: outsideFields, label: "card.key.ownWords" },
  { keys: ["n"], action: "note", scopes: outsideFields, label: "card.key.note" },
  { keys: ["Enter"], action: "advance", scopes: ["option", "own-words"], label: "card.key.advance" },
  { keys: ["Mod+Enter"], action: "send", scopes: anywhere, label: "card.key.send" },
  {
    keys: ["Alt+ArrowLeft", "Control+PageUp"],
    action: "previous-question",
    scopes: anywhere,
    label: "card.key.previousQuestion",
  },
  {
    keys: ["Alt+ArrowRight", "Control+PageDown"],
    action: "next-question",
    scopes: anywhere,
    label: "card.key.nextQuestion",
  },
  { keys: ["Escape"], action: "leave-field", scopes: fields, label: "card.key.leaveField" },
  { keys: ["Escape"], action: "fold", scopes: outsideFields, label: "card.key.fold" },
  { keys: ["e"], action: "extend", scopes: outsideFields, label: "card.key.extend" },
  { keys: ["Mod+z"], action: "undo", scopes: outsideFields, label: "card.key.undo" },
  { keys: ["?"], action: "shortcuts", scopes: outsideFields, label: "card.key.shortcuts" },
];

/** The one key that works on the whole page. */
export const pageKey = { keys: ["Alt+q"], label: "card.key.goToQuestion" } as const;

export interface CardKeyAction {
  readonly action: CardAction;
  /** Which option, counted from 0. */
  readonly nth?: number;
}

export function cardActionFor(stroke: Keystroke, scope: KeyScope, direction: "ltr" | "rtl"): CardKeyAction | undefined {
  const binding = keymap.find(
    ({ keys, scopes }) => scopes.includes(scope) && keys.some((key) => matchesKeys(key, stroke)),
  );
  if (!binding) return undefined;
  const { action } = binding;
  if (action === "pick-nth") return { action, nth: digitOf(stroke) - 1 };
  return { action: isArrow(stroke) && direction === "rtl" ? mirrorAction(action) : action };
}

function isArrow({ key }: Keystroke): boolean {
  return key === "ArrowLeft" || key === "ArrowRight";
}

function mirrorAction(action: CardAction): CardAction {
  if (action === "previous-question") return "next-question";
  return action === "next-question" ? "previous-question" : action;
}
