import type { Reply } from "@askback/client";
import { AlertDialog } from "@askback/react";
import { usePeopleTranslation } from "../i18n/people.ts";
import { ProblemNote } from "./problem-note.tsx";
import { useChange } from "./use-change.ts";

export interface Confirmation {
  readonly title: string;
  readonly description: string;
  /** The label of the button that acts. */
  readonly action: string;
  call(): Reply<unknown>;
  onDone(): void;
}

interface ConfirmDialogProps extends Confirmation {
  onClose(): void;
}

/** Asks before something that cannot be undone. It stays, with the reason, if the server refuses. */
export function ConfirmDialog({ title, description, action, call, onDone, onClose }: ConfirmDialogProps) {
  const t = usePeopleTranslation();
  const { isBusy, problem, run } = useChange();
  const act = async () => {
    if (!(await run(call))) return;
    onClose();
    onDone();
  };
  return (
    <AlertDialog
      title={title}
      description={description}
      close={t("people.cancel")}
      problem={<ProblemNote problem={problem} />}
      action={
        <button type="button" className="ask-button ask-danger" aria-disabled={isBusy} onClick={act}>
          {action}
        </button>
      }
      onClose={onClose}
    />
  );
}
