import type { Conversation } from "@askback/core/wire";
import { useState } from "react";
import { useAskback } from "../../askback-context.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ProblemAlert } from "../../problem-alert.tsx";
import { AlertDialog } from "../../ui/dialog/alert-dialog.tsx";

interface DeleteDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
  readonly onDeleted: (() => void) | undefined;
}

/** Asks before a conversation is deleted for good; Cancel has the focus. */
export function DeleteDialog({ conversation: { id, title }, onClose, onDeleted }: DeleteDialogProps) {
  const t = useTranslation();
  const { client, drafts } = useAskback();
  const [problem, setProblem] = useState<string>();
  const remove = async () => {
    const deleted = await client.conversations.delete(id);
    if (!deleted.ok) return setProblem(deleted.error.title);
    drafts.texts.set(`composer:${id}`, "");
    onClose();
    onDeleted?.();
  };
  return (
    <AlertDialog
      title={t("chat.delete-title")}
      description={t("chat.delete-warning")}
      close={t("chat.cancel")}
      action={
        <button type="button" className="ask-button ask-danger" onClick={remove}>
          {t("chat.delete")}
        </button>
      }
      subject={
        title !== undefined && (
          <p className="ask-delete-name">
            <bdi>{title}</bdi>
          </p>
        )
      }
      problem={<ProblemAlert problem={problem} />}
      onClose={onClose}
    />
  );
}
