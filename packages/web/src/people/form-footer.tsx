import type { Failure } from "@askback/client";
import { type PeopleMessageId, usePeopleTranslation } from "../i18n/people.ts";
import { ProblemNote } from "./problem-note.tsx";

interface FormFooterProps {
  readonly submit: Extract<PeopleMessageId, "groups.save" | "people.invite-create" | "keys.create">;
  readonly isBusy: boolean;
  readonly problem: Failure | null | undefined;
  onCancel(): void;
}

/** The end of a form: what did not work, and the buttons that send and cancel it. */
export function FormFooter({ submit, isBusy, problem, onCancel }: FormFooterProps) {
  const t = usePeopleTranslation();
  return (
    <>
      <ProblemNote problem={problem} />
      <div className="ask-buttons">
        <button type="submit" className="ask-button ask-primary" aria-disabled={isBusy}>
          {t(submit)}
        </button>
        <button type="button" className="ask-button" onClick={onCancel}>
          {t("people.cancel")}
        </button>
      </div>
    </>
  );
}
