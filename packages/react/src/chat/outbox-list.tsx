import { useEffect } from "react";
import { useWords } from "../i18n/use-words.ts";
import { isolated } from "../text/isolated.ts";
import { useSource } from "../use-source.ts";
import type { Outbox } from "./outbox.ts";
import { isIn, type OutgoingMessage } from "./outgoing-message.ts";

interface OutboxListProps {
  readonly outbox: Outbox;
  /** Of the conversation that is in sight. */
  readonly version: number;
  readonly onTakeBack: (text: string) => void;
}

/** Messages that are not in the transcript yet. */
export function OutboxList({ outbox, version, onTakeBack }: OutboxListProps) {
  const words = useWords();
  // A message leaves here in the moment in which it is in the transcript.
  const messages = useSource(outbox).filter((message) => !isIn(message, version));
  useEffect(() => outbox.shown(version), [outbox, version]);
  if (messages.length === 0) return null;
  return (
    <ul className="ask-outbox" aria-label={words("outbox.label")}>
      {messages.map((message) => (
        <li key={message.key} className="ask-outgoing" data-status={message.status}>
          <p className="ask-said" dir="auto">
            {message.text}
          </p>
          <p className="ask-message-mark" role={message.status === "failed" ? "alert" : undefined}>
            <OutgoingState message={message} />
            {message.status === "failed" && (
              <button type="button" className="ask-quiet" onClick={() => outbox.retry(message.key)}>
                {words("outbox.retry")}
              </button>
            )}
            {(message.status === "waiting" || message.status === "failed") && (
              <button type="button" className="ask-quiet" onClick={() => onTakeBack(outbox.takeBack(message.key))}>
                {words("outbox.take-back")}
              </button>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

function OutgoingState({ message: { status, problem } }: { readonly message: OutgoingMessage }) {
  const words = useWords();
  if (status === "failed") return words("outbox.failed", { problem: isolated(problem ?? "") });
  return words(status === "waiting" ? "outbox.waiting" : "outbox.sending");
}
