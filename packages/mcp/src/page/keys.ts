import { type CardKeyAction, cardActionFor, type KeyScope } from "../../../react/src/card/keyboard/keymap.ts";
import { isCompositionKey, isIgnoredKey } from "../../../react/src/ui/keyboard.ts";
import type { CardActions } from "./controller.ts";

let composedAt = Number.NEGATIVE_INFINITY;

/** Performs the actions of the card's keymap, for keys that were meant for it. */
export function listenToKeys(root: HTMLElement, actions: CardActions): void {
  root.addEventListener("compositionend", () => {
    composedAt = performance.now();
  });
  root.addEventListener("keydown", (event) => {
    const times = { now: performance.now(), composedAt, focusedAt: actions.focusedAt() };
    if (event.defaultPrevented || isCompositionKey(event, times)) return;
    const scope = scopeOf(event.target);
    const hit = cardActionFor(event, scope, document.dir === "rtl" ? "rtl" : "ltr");
    const isField = scope !== "option" && scope !== "button" && scope !== "card";
    const isTyped = isField && !hit && !(event.key === "Enter" && scope !== "text");
    // Enter in an empty field for own words means nothing, and a key that is held down was meant for something else.
    const isIdle = event.key === "Enter" && scope === "blank-own-words" && !hit && !event.shiftKey;
    if (isIdle || (isIgnoredKey(event, times) && !isTyped)) return event.preventDefault();
    if (hit && perform(actions, event.target, hit)) event.preventDefault();
  });
}

/** Performs an action; true prevents the default of the key. What a card in a host cannot do is left to the host. */
function perform(actions: CardActions, target: EventTarget | null, { action, nth = 0 }: CardKeyAction): boolean {
  const question = document.querySelector<HTMLElement>("[data-question]");
  switch (action) {
    case "previous-option":
      return moveFocus(target, -1);
    case "next-option":
      return moveFocus(target, 1);
    case "to-options":
    case "first-option":
      return focusOn(choices()[0]);
    case "last-option":
      return focusOn(choices().at(-1));
    case "pick-nth":
      return actions.pickNth(nth) && focusOn(choices()[nth]);
    case "own-words":
      return focusOn(document.querySelector("[data-field=own-words]"));
    case "note":
      return actions.openNote();
    case "leave-field":
      return focusOn(question ?? document.querySelector("h1"));
    case "advance":
      actions.advance();
      return true;
    case "send":
      actions.sendNow();
      return true;
    case "previous-question":
      actions.back();
      return true;
    case "next-question":
      actions.next();
      return true;
    case "fold":
      return actions.closePanel();
    case "extend":
    case "undo":
    case "shortcuts":
      return false;
  }
}

function focusOn(element: Element | null | undefined): boolean {
  if (element instanceof HTMLElement) element.focus();
  return element instanceof HTMLElement;
}

function scopeOf(target: EventTarget | null): KeyScope {
  if (target instanceof HTMLTextAreaElement) {
    if (target.dataset.field !== "own-words") return "text";
    return target.value.trim() === "" ? "blank-own-words" : "own-words";
  }
  if (target instanceof HTMLInputElement) return "option";
  return target instanceof HTMLButtonElement ? "button" : "card";
}

/** Moves between checkboxes; radio buttons move by themselves, and pick. */
function moveFocus(target: EventTarget | null, by: 1 | -1): boolean {
  if (!(target instanceof HTMLInputElement) || target.type !== "checkbox") return false;
  const all = choices();
  return focusOn(all.at((all.indexOf(target) + by) % all.length));
}

function choices(): readonly HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>("input")];
}
