import type { MessageId } from "../i18n/catalogue.ts";

/** Where in a card a key is pressed. */
export type Place = "option" | "own-words" | "blank-own-words" | "text" | "filter" | "button" | "card";

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

export interface Binding {
  /** Each of them does the same; `Mod` is Ctrl or the command key, `1-9` any of these digits. */
  readonly keys: readonly string[];
  readonly action: CardAction;
  readonly places: readonly Place[];
  readonly words: MessageId;
}

const fields: readonly Place[] = ["own-words", "blank-own-words", "text", "filter"];
const outsideFields: readonly Place[] = ["option", "button", "card"];
const anywhere: readonly Place[] = [...outsideFields, ...fields];

/** Every key of the card. They work only while the focus is inside it; radios move and pick by arrows of their own. */
export const keymap: readonly Binding[] = [
  { keys: ["ArrowUp"], action: "previous-option", places: ["option"], words: "card.key.previousOption" },
  { keys: ["ArrowDown"], action: "next-option", places: ["option"], words: "card.key.nextOption" },
  { keys: ["ArrowUp", "ArrowDown"], action: "to-options", places: ["blank-own-words"], words: "card.key.toOptions" },
  { keys: ["ArrowDown", "Enter"], action: "to-options", places: ["filter"], words: "card.key.toShown" },
  { keys: ["Home"], action: "first-option", places: ["option"], words: "card.key.firstOption" },
  { keys: ["End"], action: "last-option", places: ["option"], words: "card.key.lastOption" },
  { keys: ["1-9"], action: "pick-nth", places: outsideFields, words: "card.key.pickNth" },
  { keys: ["o"], action: "own-words", places: outsideFields, words: "card.key.ownWords" },
  { keys: ["n"], action: "note", places: outsideFields, words: "card.key.note" },
  { keys: ["Enter"], action: "advance", places: ["option", "own-words"], words: "card.key.advance" },
  { keys: ["Mod+Enter"], action: "send", places: anywhere, words: "card.key.send" },
  {
    keys: ["Alt+ArrowLeft", "Control+PageUp"],
    action: "previous-question",
    places: anywhere,
    words: "card.key.previousQuestion",
  },
  {
    keys: ["Alt+ArrowRight", "Control+PageDown"],
    action: "next-question",
    places: anywhere,
    words: "card.key.nextQuestion",
  },
  { keys: ["Escape"], action: "leave-field", places: fields, words: "card.key.leaveField" },
  { keys: ["Escape"], action: "fold", places: outsideFields, words: "card.key.fold" },
  { keys: ["e"], action: "extend", places: outsideFields, words: "card.key.extend" },
  { keys: ["Mod+z"], action: "undo", places: outsideFields, words: "card.key.undo" },
  { keys: ["?"], action: "shortcuts", places: outsideFields, words: "card.key.shortcuts" },
];

/** The one key that works on the whole page. */
export const pageKey = { keys: ["Alt+q"], words: "card.key.goToQuestion" } as const;

/** Whether Alt makes another letter of a key, as on a Mac, which whoever writes may want. */
export function writesLetter({ altKey, key }: Stroke): boolean {
  return altKey && key.length === 1 && !/[\x20-\x7e]/.test(key);
}

/** What of a keyboard event says which keys were pressed. */
export interface Stroke {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export interface Pressed {
  readonly action: CardAction;
  /** Which option, counted from 0. */
  readonly nth?: number;
}

export function pressed(stroke: Stroke, place: Place, direction: "ltr" | "rtl"): Pressed | undefined {
  const binding = keymap.find(({ keys, places }) => places.includes(place) && keys.some((key) => matches(key, stroke)));
  if (!binding) return undefined;
  const { action } = binding;
  if (action === "pick-nth") return { action, nth: digitOf(stroke) - 1 };
  return { action: isArrow(stroke) && direction === "rtl" ? mirrored(action) : action };
}

export function matches(keys: string, stroke: Stroke): boolean {
  const wanted = keys.split("+");
  const key = wanted.pop() ?? "";
  const isMod = wanted.includes("Mod");
  const { ctrlKey, metaKey } = stroke;
  const modifiersFit = isMod
    ? ctrlKey !== metaKey
    : ctrlKey === wanted.includes("Control") && metaKey === wanted.includes("Meta");
  if (!modifiersFit || stroke.altKey !== wanted.includes("Alt")) return false;
  if (key === "1-9") return digitOf(stroke) > 0;
  // Shift changes what a letter or a sign is, so that only keys with names tell it apart.
  if (key.length > 1) return !stroke.shiftKey && stroke.key === key;
  return stroke.key.toLowerCase() === key || (isOtherScript(stroke.key) && stroke.code === `Key${key.toUpperCase()}`);
}

/** By place on the keyboard too, since some layouts need Shift for digits. */
function digitOf({ key, code, shiftKey }: Stroke): number {
  if (/^[1-9]$/.test(key)) return Number(key);
  return shiftKey ? 0 : Number(/^Digit([1-9])$/.exec(code)?.[1] ?? 0);
}

/** A letter that no Latin layout has, as on an Arabic or Cyrillic keyboard, or with Option on a Mac. */
function isOtherScript(key: string): boolean {
  return key.length === 1 && key > "\u007f";
}

function isArrow({ key }: Stroke): boolean {
  return key === "ArrowLeft" || key === "ArrowRight";
}

function mirrored(action: CardAction): CardAction {
  if (action === "previous-question") return "next-question";
  return action === "next-question" ? "previous-question" : action;
}
