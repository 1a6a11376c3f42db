import { type RefObject, useEffect, useRef, useState } from "react";
import type { View } from "../form/steps.ts";

/** What to focus after the next render: a question, a field of it, or a named part of the card. */
interface FocusTarget {
  readonly name: string;
  readonly field: string | undefined;
}

/** Moves the focus with the form: to each new question, to the review, and to what a button opens. */
export function useStepFocus(root: RefObject<HTMLElement | null>, view: View): (name: string, field?: string) => void {
  const [target, setTarget] = useState<FocusTarget>();
  const shown = view.type === "question" ? `question ${view.index}` : view.type;
  const before = useRef(shown);

  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const hasFocus = root.current?.contains(document.activeElement) || document.activeElement === document.body;
    if (hasFocus) find(root.current, shown === "review" ? "[data-focus=review]" : "[data-question]")?.focus();
  }, [root, shown]);

  // After the effect above, since a named target overrides the beginning of a step.
  useEffect(() => {
    if (!target) return;
    const { name, field } = target;
    const question = find(root.current, `[data-question="${CSS.escape(name)}"]`);
    const part = find(root.current, `[data-focus="${CSS.escape(name)}"]`);
    (find(question, `[data-field="${field}"]`) ?? firstField(question) ?? part)?.focus();
  }, [root, target]);

  return (name, field) => setTarget({ name, field });
}

function firstField(question: HTMLElement | null): HTMLElement | null {
  const hasOptions = find(question, "input[type=radio], input[type=checkbox]");
  return hasOptions ? question : (find(question, "textarea") ?? question);
}

function find(within: HTMLElement | null, selector: string): HTMLElement | null {
  return within?.querySelector<HTMLElement>(selector) ?? null;
}
