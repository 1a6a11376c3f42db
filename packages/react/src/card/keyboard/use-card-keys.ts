import { type KeyboardEvent, type RefObject, useRef } from "react";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import type { Settings } from "../../settings.ts";
import { isCompositionKey, isIgnoredKey } from "../../ui/keyboard.ts";
import { extendDeadline } from "../deadline.tsx";
import type { CardForm } from "../form/use-card-form.ts";
import { cardActionFor, type KeyScope } from "./keymap.ts";

interface KeyOptions {
  readonly form: CardForm;
  readonly focusedAt: RefObject<number>;
  readonly settings: Settings;
  readonly isFoldable: boolean;
  fold(): void;
  showShortcuts(): void;
  clock(): number;
}

interface KeyHandlers {
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  onKeyUp(event: KeyboardEvent<HTMLElement>): void;
  onCompositionEnd(): void;
}

/** Performs the actions of the keymap, for keys that were meant for the card. */
export function useCardKeys(card: InquiryCard, options: KeyOptions): KeyHandlers {
  const composedAt = useRef(Number.NEGATIVE_INFINITY);
  const isSpaceIgnored = useRef(false);
  const { focusedAt, settings } = options;
  return {
    onCompositionEnd() {
      composedAt.current = performance.now();
    },
    onKeyDown(event) {
      const times = { now: performance.now(), composedAt: composedAt.current, focusedAt: focusedAt.current };
      const { key, repeat, keyCode } = event;
      const stroke = { key, repeat, keyCode, isComposing: event.nativeEvent.isComposing };
      // React passes the keys of a menu over the page to the card that opened it.
      const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
      if (!isInside || event.defaultPrevented || isCompositionKey(stroke, times)) return;
      const scope = keyScopeOf(event.target);
      const isOff = !settings.shortcuts && key.length === 1 && !event.ctrlKey && !event.metaKey;
      const hit = isOff ? undefined : cardActionFor(event, scope, directionOf(event.currentTarget));
      const isTyped = isField(scope) && !hit && !(key === "Enter" && scope !== "text");
      isSpaceIgnored.current = false;
      const isIdle = key === "Enter" && scope === "blank-own-words" && !hit && !event.shiftKey;
      if (isIdle || (isIgnoredKey(stroke, times) && !isTyped)) {
        isSpaceIgnored.current = key === " ";
        return event.preventDefault();
      }
      if (hit && perform(card, options, event, hit)) event.preventDefault();
    },
    onKeyUp(event) {
      // Some browsers press a button when Space comes up, even if its keydown was prevented.
      if (event.key === " " && isSpaceIgnored.current) event.preventDefault();
    },
  };
}

/** Performs an action; true prevents the default of the key. */
function perform(
  { inquiry, state, undo, extend }: InquiryCard,
  { form, isFoldable, fold, showShortcuts, clock }: KeyOptions,
  { target, currentTarget: root }: KeyboardEvent<HTMLElement>,
  { action, nth = 0 }: NonNullable<ReturnType<typeof cardActionFor>>,
): boolean {
  const question = questionAt(root, target);
  const asked = inquiry.questions.find(({ id }) => id === question?.dataset.question);
  switch (action) {
    case "previous-option":
      return moveFocus(question, target, -1);
    case "next-option":
      return moveFocus(question, target, 1);
    case "to-options":
    case "first-option":
      return focusNth(question, 0);
    case "last-option":
      return focusNth(question, -1);
    case "pick-nth": {
      const option = asked?.options[nth];
      const input = option && question?.querySelector<HTMLElement>(`[data-option="${CSS.escape(option.id)}"]`);
      if (!asked || !input || form.isReadOnly) return false;
      input.focus();
      form.pick(asked, option.id);
      return true;
    }
    case "own-words":
      return focusOn(question?.querySelector("[data-field=own-words]"));
    case "note":
      if (asked) form.openNote(asked.id);
      return asked !== undefined;
    case "leave-field":
      return focusOn(question) || focusOn(root.querySelector("h2"));
    case "advance":
      form.advance();
      return true;
    case "send":
      form.sendNow();
      return true;
    case "previous-question":
      if (form.view.type === "review" || (form.view.type === "question" && form.view.index > 0)) form.back();
      return true;
    case "next-question":
      if (form.view.type === "question" && form.view.index < inquiry.questions.length - 1) form.go(form.view.index + 1);
      return true;
    case "fold":
      if (form.resolving) form.askReason(undefined);
      else if (isFoldable) fold();
      return isFoldable;
    case "extend": {
      const isTimed = state === "pending" && inquiry.deadline !== undefined;
      if (isTimed) extend(extendDeadline(inquiry, clock()));
      return isTimed;
    }
    case "undo":
      if (state === "held") undo();
      return state === "held";
    case "shortcuts":
      showShortcuts();
      return true;
  }
}

function focusOn(element: Element | null | undefined): boolean {
  if (element instanceof HTMLElement) element.focus();
  return element instanceof HTMLElement;
}

function directionOf(element: Element): "ltr" | "rtl" {
  return getComputedStyle(element).direction === "rtl" ? "rtl" : "ltr";
}

/** The scope of the element that has the focus. */
function keyScopeOf(target: EventTarget): KeyScope {
  if (target instanceof HTMLTextAreaElement) {
    if (target.dataset.field !== "own-words") return "text";
    return target.value.trim() === "" ? "blank-own-words" : "own-words";
  }
  // Every character of a secret is typed, digits and "?" too.
  if (target instanceof HTMLInputElement && target.type === "password") return "text";
  if (target instanceof HTMLInputElement) return target.dataset.field === "filter" ? "filter" : "option";
  return target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement ? "button" : "card";
}

function isField(scope: KeyScope): boolean {
  return scope !== "option" && scope !== "button" && scope !== "card";
}

/** The question that a key is for: the one around the target, or else the first one shown. */
function questionAt(root: HTMLElement, target: EventTarget): HTMLElement | null {
  const around = target instanceof Element ? target.closest<HTMLElement>("[data-question]") : null;
  return around ?? root.querySelector<HTMLElement>("[data-question]");
}

/** Moves between checkboxes; radio buttons move by themselves, and pick. */
function moveFocus(question: HTMLElement | null, target: EventTarget, by: 1 | -1): boolean {
  if (!(target instanceof HTMLInputElement) || target.type !== "checkbox") return false;
  const all = choicesIn(question);
  all.at((all.indexOf(target) + by) % all.length)?.focus();
  return true;
}

function focusNth(question: HTMLElement | null, nth: number): boolean {
  const choice = choicesIn(question).at(nth);
  choice?.focus();
  return choice !== undefined;
}

function choicesIn(question: HTMLElement | null): readonly HTMLInputElement[] {
  return [...(question?.querySelectorAll<HTMLInputElement>("input[type=radio], input[type=checkbox]") ?? [])];
}
