import type { Failure } from "@askback/client";
import { useEffect } from "react";
import { useAskback } from "../../askback-context.ts";
import { FileLabel } from "../../attachments/file-label.tsx";
import type { AttachedFile } from "../../data/files/uploads.ts";
import type { OutboxEntry } from "../../data/outbox/outbox-entry.ts";
import type { MessageSubmission } from "../../data/outbox/submission.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { bidiIsolate } from "../../text/sentence.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useAtom } from "../../use-atom.ts";

interface OutboxListProps {
  readonly conversationId: string;
  /** The version of the conversation that is shown. */
  readonly version: number;
  /** The title of the agent, isolated from the text around it. */
  readonly agent: string;
  readonly onTakeBack: (text: string, files: readonly AttachedFile[]) => void;
}

/** The messages of a conversation that are not in its transcript yet. */
export function OutboxList({ conversationId, version, agent, onTakeBack }: OutboxListProps) {
  const t = useTranslation();
  const { outbox } = useAskback();
  const messages = useAtom(outbox.entries).filter(
    (entry): entry is OutboxEntry<MessageSubmission> =>
      isMessageTo(conversationId, entry) && !isInTranscript(entry, version),
  );
  useEffect(() => outbox.markShown(conversationId, version), [outbox, conversationId, version]);
  const takeBack = ({ id, text, files = [] }: MessageSubmission) => {
    outbox.takeBack(id);
    onTakeBack(text, files);
  };
  if (messages.length === 0) return null;
  return (
    <ul className="ask-outbox" aria-label={t("outbox.label")}>
      {messages.map(({ submission, status, isInFlight, problem }) => (
        <li key={submission.id} className="ask-outgoing" data-status={status}>
          <p className="ask-said" dir="auto">
            {submission.text}
          </p>
          {submission.files?.map((file) => (
            <span key={file.key} className="ask-file">
              <Icon name="file" />
              <FileLabel file={file} />
            </span>
          ))}
          <p className="ask-message-mark" role={problem && "alert"}>
            {problem
              ? isUnread(problem)
                ? t("external.message.unread", { agent })
                : t("outbox.failed", { problem: bidiIsolate(problem.title) })
              : t(status === "waiting" ? "outbox.waiting" : "outbox.sending")}
            {problem && !isUnread(problem) && (
              <button type="button" className="ask-quiet" onClick={() => outbox.retry(submission.id)}>
                {t("outbox.retry")}
              </button>
            )}
            {((status === "waiting" && !isInFlight) || problem) && (
              <button type="button" className="ask-quiet" onClick={() => takeBack(submission)}>
                {t("outbox.take-back")}
              </button>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A program that runs elsewhere reads answers alone, and sending the message again does not make it one. */
function isUnread({ code }: Failure): boolean {
  return code === "message-unread";
}

/** A recovered text is shown by its card. */
function isMessageTo(conversationId: string, { submission }: OutboxEntry): boolean {
  const isMessage = submission.type === "message" && submission.recoveredFrom === undefined;
  return isMessage && submission.conversationId === conversationId;
}

function isInTranscript({ status, version: sentAs }: OutboxEntry, version: number): boolean {
  return status === "sent" && sentAs !== undefined && sentAs <= version;
}
