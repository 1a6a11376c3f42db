import type { MessageId } from "../i18n/catalogue.ts";

/** Keys that do the same thing, and the message that says what they do. */
export interface Shortcut {
  /** `Mod` is Ctrl or the command key, `1-9` any of these digits; keys with a space between are pressed in turn. */
  readonly keys: readonly string[];
  readonly label: MessageId;
}

/** The parts of a keyboard event that say which keys were pressed. */
export interface Keystroke {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Whether a keystroke is the one that a table writes as, for example, `Mod+Enter`. */
export function matchesKeys(keys: string, stroke: Keystroke): boolean {
  const modifiers = keys.split("+");
  const key = modifiers.pop() ?? "";
  const isMod = modifiers.includes("Mod");
  const { ctrlKey, metaKey } = stroke;
  const modifiersFit = isMod
    ? ctrlKey !== metaKey
    : ctrlKey === modifiers.includes("Control") && metaKey === modifiers.includes("Meta");
  if (!modifiersFit || stroke.altKey !== modifiers.includes("Alt")) return false;
  if (key === "1-9") return digitOf(stroke) > 0;
  // Shift is part of a letter or sign that is typed, so it counts only for named keys and beside other modifiers.
  const countsShift = key.length > 1 || modifiers.length > 0;
  if (countsShift && stroke.shiftKey !== modifiers.includes("Shift")) return false;
  if (key.length > 1) return stroke.key === key;
  return stroke.key.toLowerCase() === key || (isOtherScript(stroke.key) && stroke.code === `Key${key.toUpperCase()}`);
}

/** The digit 1 to 9 that was typed, or 0. Some layouts need Shift for digits, so the physical key counts as well. */
export function digitOf({ key, code, shiftKey }: Keystroke): number {
  if (/^[1-9]$/.test(key)) return Number(key);
  return shiftKey ? 0 : Number(/^Digit([1-9])$/.exec(code)?.[1] ?? 0);
}

/** Whether a key types a letter that no Latin layout has: on an Arabic or Cyrillic keyboard, or with Option on a Mac. */
function isOtherScript(key: string): boolean {
  return key.length === 1 && key > "\u007f";
}

/** Whether Alt and a key type a character, as on a Mac, which a person may want to write. */
export function typesCharacter({ altKey, key }: Keystroke): boolean {
  return altKey && key.length === 1 && !/[\x20-\x7e]/.test(key);
}

/** The parts of a keyboard event that say whether it was meant for the focused element. */
export interface GuardedKey {
  readonly key: string;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/** Milliseconds of one clock. */
export interface GuardTimes {
  readonly now: number;
  /** When the last composition of an input method ended. */
  readonly composedAt: number;
  /** When the program, not the person, last moved the focus. */
  readonly focusedAt: number;
}

const afterCompositionMs = 50;
const afterFocusMs = 400;

/** Whether a key belongs to an input method. Safari ends the composition before it sends the key that ended it. */
export function isCompositionKey({ isComposing, keyCode }: GuardedKey, { now, composedAt }: GuardTimes): boolean {
  return isComposing || keyCode === 229 || now - composedAt < afterCompositionMs;
}

interface SendKey extends GuardedKey {
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly timeStamp: number;
}

/** Whether a key sends: Enter that is neither a new line, nor held down, nor part of a composition. */
export function isSendKey(event: SendKey, composedAt: number): boolean {
  if (isCompositionKey(event, { now: event.timeStamp, composedAt, focusedAt: 0 })) return false;
  return event.key === "Enter" && !event.shiftKey && !event.altKey && !event.repeat;
}

/** Whether a key is to be ignored: it is held down, or was pressed for something else just before the focus moved. */
export function isIgnoredKey({ key, repeat }: GuardedKey, { now, focusedAt }: GuardTimes): boolean {
  if (repeat && (key === "Enter" || key === " " || key === "Escape")) return true;
  return now - focusedAt < afterFocusMs && (key === "Enter" || /^[ 0-9]$/.test(key));
}

const symbols: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Enter: "↵",
  Escape: "Esc",
  PageUp: "PgUp",
  PageDown: "PgDn",
  Control: "Ctrl",
  "1-9": "1…9",
};

/** Whether the keyboard has a command key. */
export function isMac(): boolean {
  return /Mac|iP(?:hone|ad|od)/.test(globalThis.navigator?.platform ?? "");
}

/** A key of a table as it is printed on keyboards. */
export function keyName(keys: string, hasCommand: boolean): string {
  const names = keys.split("+").map((key) => {
    if (key === "Mod") return hasCommand ? "⌘" : "Ctrl";
    if (key === "Alt" && hasCommand) return "⌥";
    return symbols[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  });
  return names.join(hasCommand ? " " : "+");
}
