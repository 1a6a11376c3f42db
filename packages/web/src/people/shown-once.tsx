import { isOnThisMachine } from "@askback/client";
import { CopyButton } from "@askback/react";
import { useEffect, useId, useRef } from "react";
import { usePeopleTranslation } from "../i18n/people.ts";

interface ShownOnceProps {
  readonly label: string;
  /** What to do with it, and that it is shown only here. */
  readonly warning: string;
  readonly secret: string;
  readonly isLink?: boolean;
  onDone(): void;
}

/** A link or a key that the server gives out once. It stays until the reader says that they have it. */
export function ShownOnce({ label, warning, secret, isLink = false, onDone }: ShownOnceProps) {
  const t = usePeopleTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const isLocal = isLink && isOnThisMachine(secret);
  return (
    <div className="app-once">
      <label htmlFor={`${id}-field`}>{label}</label>
      <p id={`${id}-warning`}>
        {warning}
        {isLocal && ` ${t("people.local")}`}
      </p>
      <div className="app-once-secret">
        <input
          ref={field}
          id={`${id}-field`}
          className="ask-field"
          dir="ltr"
          readOnly
          value={secret}
          aria-describedby={`${id}-warning`}
          onFocus={({ target }) => target.select()}
        />
        <CopyButton text={secret} />
      </div>
      <button type="button" className="ask-button" onClick={onDone}>
        {t("people.done")}
      </button>
    </div>
  );
}
