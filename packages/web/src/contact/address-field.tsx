import { useId } from "react";

interface AddressFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly type: "email" | "text";
  readonly value: string;
  /** What is wrong with the address that was sent. */
  readonly wrong: string | undefined;
  onChange(value: string): void;
}

/** Where a channel reaches a person. An address is written from left to right in every language. */
export function AddressField({ label, hint, type, value, wrong, onChange }: AddressFieldProps) {
  const id = useId();
  const about = wrong ?? hint;
  return (
    <p className="app-setting app-contact-address">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="ask-field"
        type={type}
        dir="ltr"
        autoComplete={type === "email" ? "email" : "off"}
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        aria-invalid={wrong === undefined ? undefined : true}
        aria-describedby={about === undefined ? undefined : `${id}-about`}
        onChange={({ target }) => onChange(target.value)}
      />
      {about !== undefined && (
        <span
          className={wrong === undefined ? "app-setting-hint" : "app-setting-hint app-contact-wrong"}
          id={`${id}-about`}
        >
          {about}
        </span>
      )}
    </p>
  );
}
