import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLanguageAttributes } from "../../i18n/use-language.ts";

interface AlertDialogProps {
  readonly title: string;
  readonly description: string;
  /** The label of the button that only closes. */
  readonly close: string;
  /** The button that acts. */
  readonly action: ReactNode;
  /** What stands between the title and the description. */
  readonly subject?: ReactNode;
  /** What stands above the buttons. */
  readonly problem?: ReactNode;
  onClose(): void;
}

/** A modal dialog that asks for a decision. It is open as long as it is rendered. */
export function AlertDialog({ title, description, close, action, subject, problem, onClose }: AlertDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="ask-alert-dialog"
      aria-labelledby={titleId}
      aria-describedby={`${titleId}-description`}
      onClose={onClose}
      {...useLanguageAttributes()}
    >
      <h2 id={titleId}>{title}</h2>
      {subject}
      <p id={`${titleId}-description`}>{description}</p>
      {problem}
      <div className="ask-buttons">
        <button type="button" className="ask-button" onClick={() => dialog.current?.close()}>
          {close}
        </button>
        {action}
      </div>
    </dialog>
  );
}
