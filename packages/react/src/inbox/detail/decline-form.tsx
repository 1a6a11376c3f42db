import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useEffect, useId, useState } from "react";
import { useAskback } from "../../askback-context.ts";
import { useReason } from "../../card/form/resolve-reason.ts";
import { isResolved } from "../../data/live/inquiry-recency.ts";
import { findResolution } from "../../data/outbox/outbox-entry.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Sentence } from "../../text/sentence.tsx";
import { ConfirmFooter } from "../../ui/dialog/confirm-footer.tsx";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { GrowingTextArea } from "../../ui/growing-text-area.tsx";
import { useAgent } from "../../use-agents.ts";
import { useAtom } from "../../use-atom.ts";

interface DeclineFormProps {
  readonly inquiry: Inquiry;
  /** It was declined, or will be when the server can be reached. */
  onDeclined(): void;
  onClose(): void;
}

/** Asks for a reason before an inquiry is declined. */
export function DeclineForm({ inquiry, onDeclined, onClose }: DeclineFormProps) {
  const t = useTranslation();
  const field = useId();
  const { title } = useAgent(inquiry.agent);
  const { text, write } = useReason(inquiry.id);
  const [reason, setReason] = useState(text);
  // When the inquiry is resolved the card clears the reason, which stays here while somebody reads it.
  if (reason !== text && !isResolved(inquiry)) setReason(text);
  const { outbox } = useAskback();
  const entry = findResolution(useAtom(outbox.entries), inquiry.id);
  const [isDeclining, setDeclining] = useState(false);
  const [hasConflict, setConflict] = useState(false);
  const problem = isDeclining ? entry?.problem : undefined;
  const isOnItsWay = entry?.status === "new" || entry?.status === "sending";
  useEffect(() => {
    if (!isDeclining || isOnItsWay || problem) return;
    onDeclined();
    onClose();
  }, [isDeclining, isOnItsWay, problem, onDeclined, onClose]);
  const decline = () => {
    const { id: inquiryId, conversationId, revision } = inquiry;
    const comment = reason.trim() !== "" && { comment: reason };
    const { isConflict } = outbox.submit({ type: "decline", inquiryId, conversationId, revision, ...comment });
    setConflict(isConflict);
    setDeclining(!isConflict);
  };
  return (
    <ModalDialog title={t("inbox.decline.title")} onClose={onClose}>
      <form
        className="ask-sheet-form"
        onSubmit={(event) => {
          event.preventDefault();
          decline();
        }}
      >
        <p className="ask-muted">
          <Sentence id="inbox.decline.hint" values={{ agent: neutralise(title) }} />
        </p>
        <label htmlFor={field}>{t("inbox.decline.reason")}</label>
        <GrowingTextArea
          id={field}
          maxLength={10_000}
          readOnly={isResolved(inquiry)}
          value={reason}
          onChange={({ target }) => write(target.value)}
        />
        {hasConflict && (
          <p className="ask-inbox-problem" role="alert">
            {t("inbox.decline.conflict")}
          </p>
        )}
        {problem && (
          <p className="ask-inbox-problem" role="alert">
            {t("inbox.notDone", { reason: problem.title })}
          </p>
        )}
        <ConfirmFooter confirm={t("inbox.decline.confirm")} isDangerous onCancel={onClose} />
      </form>
    </ModalDialog>
  );
}
