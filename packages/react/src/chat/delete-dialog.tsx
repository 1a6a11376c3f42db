import type { Conversation } from "@askback/core/wire";
import { useEffect, useId, useRef, useState } from "react";
import { useAskback } from "../askback-context.ts";
import { useWords } from "../i18n/use-words.ts";
import { isolated } from "../text/isolated.ts";

interface DeleteDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
  readonly onDeleted: (() => void) | undefined;
}

/** Asks before something is done that nobody can undo; the focus is on the way out. */
export function DeleteDialog({ conversation: { id, title }, onClose, onDeleted }: DeleteDialogProps) {
  const words = useWords();
  const { client, drafts } = useAskback();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const remove = async () => {
    const deleted = await client.conversations.delete(id);
    if (!deleted.ok) return setProblem(deleted.error.title);
    drafts.texts.keep(`composer:${id}`, "");
    onClose();
    onDeleted?.();
  };
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="ask-delete"
      aria-labelledby={titleId}
      aria-describedby={`${titleId}-warning`}
      onClose={onClose}
    >
      <h2 id={titleId}>{words("chat.delete-title")}</h2>
      {title !== undefined && (
        <p className="ask-delete-name">
          <bdi>{title}</bdi>
        </p>
      )}
      <p id={`${titleId}-warning`}>{words("chat.delete-warning")}</p>
      {problem !== undefined && (
        <p className="ask-alert" role="alert">
          {words("status.refused", { problem: isolated(problem) })}
        </p>
      )}
      <div className="ask-buttons">
        <button type="button" className="ask-button" onClick={() => dialog.current?.close()}>
          {words("chat.cancel")}
        </button>
        <button type="button" className="ask-button ask-danger" onClick={remove}>
          {words("chat.delete")}
        </button>
      </div>
    </dialog>
  );
}
