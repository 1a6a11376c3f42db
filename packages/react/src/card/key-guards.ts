/** What of a keyboard event says whether it was meant. */
export interface GuardedStroke {
  readonly key: string;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/** When what happened, in milliseconds of one clock. */
export interface GuardTimes {
  readonly now: number;
  readonly composedAt: number;
  /** When the program gave the card the focus. */
  readonly focusedAt: number;
}

const afterComposition = 50;
const afterFocus = 400;

/** Whether a key belongs to an input method. Safari ends the composition before it sends the key that ended it. */
export function isComposed({ isComposing, keyCode }: GuardedStroke, { now, composedAt }: GuardTimes): boolean {
  return isComposing || keyCode === 229 || now - composedAt < afterComposition;
}

/** Whether a key must do nothing: it is held down, or was on its way elsewhere when the card took the focus. */
export function isDead({ key, repeat }: GuardedStroke, { now, focusedAt }: GuardTimes): boolean {
  if (repeat && (key === "Enter" || key === " " || key === "Escape")) return true;
  return now - focusedAt < afterFocus && (key === "Enter" || /^[ 0-9]$/.test(key));
}
