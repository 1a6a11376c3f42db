import { type ComponentProps, useLayoutEffect, useRef } from "react";

const mostRows = 8;

type GrowingTextAreaProps = Omit<ComponentProps<"textarea">, "value" | "ref"> & { readonly value: string };

/** A field that is one line high and grows with its text up to eight. Where the stylesheet can do that, it does. */
export function GrowingTextArea({ value, className = "", ...rest }: GrowingTextAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (field.current && !CSS.supports("field-sizing", "content")) field.current.rows = rowsOf(value);
  }, [value]);
  return <textarea className={`ask-field ${className}`} dir="auto" ref={field} rows={1} value={value} {...rest} />;
}

function rowsOf(text: string): number {
  return Math.min(mostRows, text.split("\n").length);
}
