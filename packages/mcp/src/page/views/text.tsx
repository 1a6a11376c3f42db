import { neutralise } from "@askback/core";
import type { ComponentChildren } from "preact";
import type { MessageId } from "../../../../react/src/i18n/catalogue.ts";
import { longWord } from "../../../../react/src/text/long-words.tsx";
import { readable } from "../readable.ts";
import type { Words } from "../words.ts";

/** A text of an agent: nothing in it is markup, a link or code that runs. */
export function AgentText({ text, id }: { readonly text: string; readonly id?: string }) {
  return (
    <div className="ask-text ask-text-plain" dir="auto" id={id}>
      {withBreaks(readable(text))}
    </div>
  );
}

/** A text whose very long words may be broken at some places, without which a browser takes very long to lay them out. */
function withBreaks(text: string): ComponentChildren {
  const parts = text.split(longWord).filter((part) => part !== "");
  return parts.map((part, index) => (index === 0 ? part : [<wbr key={index} />, part]));
}

/** A label or header of an agent, without characters that hide or reorder text. */
export function PlainText({ text, id }: { readonly text: string; readonly id?: string }) {
  return (
    <span className="ask-plain" dir="auto" id={id}>
      {neutralise(text)}
    </span>
  );
}

const isolate = /\u2068([^\u2069]*)\u2069/u;

interface SentenceProps {
  readonly words: Words;
  readonly id: MessageId;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

/** A message whose names are in `<bdi>`, so that their direction does not reorder the text around them. */
export function Sentence({ words, id, values = {} }: SentenceProps) {
  const marked = Object.entries(values).map(([name, value]) => [
    name,
    name === "agent" || name === "person" ? `\u2068${value}\u2069` : value,
  ]);
  // A split by a pattern with one group puts the names at odd indexes.
  const parts = words.t(id, Object.fromEntries(marked)).split(isolate);
  return <>{parts.map((part, index) => (index % 2 === 1 ? <bdi key={part}>{part}</bdi> : part))}</>;
}

interface FieldProps {
  readonly id: string;
  readonly name: "note" | "reason";
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly maxLength: number;
  readonly isReadOnly: boolean;
  onWrite(text: string): void;
}

/** A field with its label, for a note, a comment or a reason. */
export function Field({ id, name, label, hint, value, maxLength, isReadOnly, onWrite }: FieldProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <textarea
        className="ask-field"
        data-field={name}
        dir="auto"
        id={id}
        maxLength={maxLength}
        onInput={({ currentTarget }) => onWrite(currentTarget.value)}
        placeholder={hint}
        readOnly={isReadOnly}
        rows={1}
        value={value}
      />
    </>
  );
}

interface ToggleProps {
  readonly controls: string;
  readonly isOpen: boolean;
  readonly children: ComponentChildren;
  onToggle(): void;
}

/** A button like a link that shows more, or less again. */
export function Toggle({ controls, isOpen, children, onToggle }: ToggleProps) {
  return (
    <button
      aria-controls={isOpen ? controls : undefined}
      aria-expanded={isOpen}
      className="ask-more-link"
      onClick={onToggle}
      type="button"
    >
      {children}
    </button>
  );
}
