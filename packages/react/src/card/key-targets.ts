import type { Place } from "./keymap.ts";

/** Where a key was pressed. */
export function placeOf(target: EventTarget): Place {
  if (target instanceof HTMLTextAreaElement) {
    if (target.dataset.field !== "own-words") return "text";
    return target.value.trim() === "" ? "blank-own-words" : "own-words";
  }
  if (target instanceof HTMLInputElement) return target.dataset.field === "filter" ? "filter" : "option";
  return target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement ? "button" : "card";
}

export function isField(place: Place): boolean {
  return place !== "option" && place !== "button" && place !== "card";
}

/** The question that a key is for: the one around it, or else the first that is shown. */
export function questionAt(root: HTMLElement, target: EventTarget): HTMLElement | null {
  const around = target instanceof Element ? target.closest<HTMLElement>("[data-question]") : null;
  return around ?? root.querySelector<HTMLElement>("[data-question]");
}

/** Moves between checkboxes; radios do that by themselves, and pick. */
export function moveFocus(question: HTMLElement | null, target: EventTarget, by: 1 | -1): boolean {
  if (!(target instanceof HTMLInputElement) || target.type !== "checkbox") return false;
  const all = choicesIn(question);
  all.at((all.indexOf(target) + by) % all.length)?.focus();
  return true;
}

export function focusNth(question: HTMLElement | null, nth: number): boolean {
  const choice = choicesIn(question).at(nth);
  choice?.focus();
  return choice !== undefined;
}

function choicesIn(question: HTMLElement | null): readonly HTMLInputElement[] {
  return [...(question?.querySelectorAll<HTMLInputElement>("input[type=radio], input[type=checkbox]") ?? [])];
}
