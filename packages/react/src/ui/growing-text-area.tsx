import { type ComponentProps, useLayoutEffect, useRef } from "react";

const maxRows = 8;

type GrowingTextAreaProps = Omit<ComponentProps<"textarea">, "value" | "ref"> & { readonly value: string };

/** A field that grows with its text from one line to eight, by the stylesheet where the browser supports it. */
export function GrowingTextArea({ value, className = "", ...rest }: GrowingTextAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (field.current && !CSS.supports("field-sizing", "content")) field.current.rows = rowsOf(value);
  }, [value]);
  return <textarea className={`ask-field ${className}`} dir="auto" ref={field} rows={1} value={value} {...rest} />;
}

function rowsOf(text: string): number {
  return Math.min(maxRows, text.split("\n").length);
}
