import { useEffect, useId, useRef } from "react";

interface NameFieldProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  /** Why the name is not taken; it moves the focus here. */
  readonly problem: string | undefined;
  onChange(value: string): void;
}

/** The first field of a form, which has the focus when the form opens. */
export function NameField({ label, value, hint, problem, onChange }: NameFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (problem !== undefined) field.current?.focus();
  }, [problem]);
  const notes = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean);
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        className="ask-field"
        type="text"
        dir="auto"
        autoComplete="off"
        maxLength={60}
        value={value}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={notes.length === 0 ? undefined : notes.join(" ")}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="app-hint">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="ask-alert" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
