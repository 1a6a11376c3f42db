import { type RefObject, useEffect, useRef, useState } from "react";
import type { View } from "./steps.ts";

/** What to focus once it is on the page: a question, a field of it, or a named part of the card. */
interface Wanted {
  readonly name: string;
  readonly field: string | undefined;
}

/** Takes the focus along: to each new question, to the review, and to where a button leads. */
export function useStepFocus(root: RefObject<HTMLElement | null>, view: View): (name: string, field?: string) => void {
  const [wanted, setWanted] = useState<Wanted>();
  const shown = view.type === "question" ? `question ${view.index}` : view.type;
  const before = useRef(shown);

  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const hasFocus = root.current?.contains(document.activeElement) || document.activeElement === document.body;
    if (hasFocus) find(root.current, shown === "review" ? "[data-focus=review]" : "[data-question]")?.focus();
  }, [root, shown]);

  // After the effect above, since what is wanted by name goes before the place where a step begins.
  useEffect(() => {
    if (!wanted) return;
    const { name, field } = wanted;
    const question = find(root.current, `[data-question="${CSS.escape(name)}"]`);
    const part = find(root.current, `[data-focus="${CSS.escape(name)}"], [data-open="${CSS.escape(name)}"]`);
    (find(question, `[data-field="${field}"]`) ?? firstField(question) ?? part)?.focus();
  }, [root, wanted]);

  return (name, field) => setWanted({ name, field });
}

function firstField(question: HTMLElement | null): HTMLElement | null {
  const hasOptions = find(question, "input[type=radio], input[type=checkbox]");
  return hasOptions ? question : (find(question, "textarea") ?? question);
}

function find(within: HTMLElement | null, selector: string): HTMLElement | null {
  return within?.querySelector<HTMLElement>(selector) ?? null;
}
