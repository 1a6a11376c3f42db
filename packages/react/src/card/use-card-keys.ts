import { type KeyboardEvent, type RefObject, useRef } from "react";
import type { Settings } from "../settings.ts";
import type { CardForm } from "./card-form.ts";
import { extended } from "./deadline.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { isComposed, isDead } from "./key-guards.ts";
import { focusNth, isField, moveFocus, placeOf, questionAt } from "./key-targets.ts";
import { pressed } from "./keymap.ts";

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

/** Does what the keymap says, for keys that were meant for the card. */
export function useCardKeys(card: InquiryCard, options: KeyOptions): KeyHandlers {
  const composedAt = useRef(Number.NEGATIVE_INFINITY);
  const isSpaceDead = useRef(false);
  const { focusedAt, settings } = options;
  return {
    onCompositionEnd() {
      composedAt.current = performance.now();
    },
    onKeyDown(event) {
      const times = { now: performance.now(), composedAt: composedAt.current, focusedAt: focusedAt.current };
      const { key, repeat, keyCode } = event;
      const stroke = { key, repeat, keyCode, isComposing: event.nativeEvent.isComposing };
      // What is opened over the page, as a menu, hands its keys on to the card that opened it.
      const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
      if (!isInside || event.defaultPrevented || isComposed(stroke, times)) return;
      const place = placeOf(event.target);
      const isOff = !settings.shortcuts && key.length === 1 && !event.ctrlKey && !event.metaKey;
      const hit = isOff ? undefined : pressed(event, place, directionOf(event.currentTarget));
      const isTyped = isField(place) && !hit && !(key === "Enter" && place !== "text");
      isSpaceDead.current = false;
      const isIdle = key === "Enter" && place === "blank-own-words" && !hit && !event.shiftKey;
      if (isIdle || (isDead(stroke, times) && !isTyped)) {
        isSpaceDead.current = key === " ";
        return event.preventDefault();
      }
      if (hit && perform(card, options, event, hit)) event.preventDefault();
    },
    onKeyUp(event) {
      // Some browsers press a button when Space comes up, whatever became of its going down.
      if (event.key === " " && isSpaceDead.current) event.preventDefault();
    },
  };
}

/** Whether anything was done, so that the key does nothing else. */
function perform(
  { inquiry, state, undo, extend }: InquiryCard,
  { form, isFoldable, fold, showShortcuts, clock }: KeyOptions,
  { target, currentTarget: root }: KeyboardEvent<HTMLElement>,
  { action, nth = 0 }: NonNullable<ReturnType<typeof pressed>>,
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
    case "note": {
      question?.querySelector<HTMLElement>("[data-open=note]")?.click();
      return focusOn(question?.querySelector("[data-field=note], [data-open=note]"));
    }
    case "leave-field":
      return focusOn(question) || focusOn(root.querySelector("h2"));
    case "advance":
      form.advance();
      return true;
    case "send":
      form.express();
      return true;
    case "previous-question":
      if (form.view.type === "review" || (form.view.type === "question" && form.view.index > 0)) form.back();
      return true;
    case "next-question":
      if (form.view.type === "question" && form.view.index < inquiry.questions.length - 1) form.go(form.view.index + 1);
      return true;
    case "fold":
      if (form.settling) form.ask(undefined);
      else if (isFoldable) fold();
      return isFoldable;
    case "extend": {
      const isTimed = state === "pending" && inquiry.deadline !== undefined;
      if (isTimed) extend(extended(inquiry, clock()));
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
