import { neutralise } from "@askback/core";

/** An agent's label or header: no markup, and no characters that hide or reorder what is read. */
export function PlainText({ text, id }: { readonly text: string; readonly id?: string }) {
  return (
    <span className="ask-plain" dir="auto" id={id}>
      {neutralise(text)}
    </span>
  );
}
