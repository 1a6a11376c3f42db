import { neutralise } from "@askback/core";
import { useNow } from "../card/use-now.ts";
import { useWords } from "../i18n/use-words.ts";
import { Sentence } from "../text/sentence.tsx";
import { useSource } from "../use-source.ts";
import type { SentAnswer } from "./sent-answers.ts";
import { useSentAnswers } from "./use-inbox-live.ts";

interface InboxNoticesProps {
  onUndo(inquiryId: string): void;
}

/** What was just sent from a row, while it can be undone; and what could not be sent. */
export function InboxNotices({ onUndo }: InboxNoticesProps) {
  const words = useWords();
  const sent = useSentAnswers();
  const answers = useSource(sent);
  return (
    <section className="ask-inbox-notices" aria-label={words("inbox.notices")}>
      {answers.map((answer) => (
        <div key={answer.inquiryId} className="ask-inbox-notice" data-status={answer.state.status}>
          <p>
            <NoticeWords sent={answer} />
          </p>
          {answer.state.status === "held" && (
            <UndoButton until={answer.state.until} onUndo={() => onUndo(answer.inquiryId)} />
          )}
          {answer.state.status === "failed" && (
            <button type="button" className="ask-button" onClick={() => sent.close(answer.inquiryId)}>
              {words("inbox.close")}
            </button>
          )}
        </div>
      ))}
    </section>
  );
}

function NoticeWords({ sent }: { readonly sent: SentAnswer }) {
  const words = useWords();
  const { state, agent } = sent;
  const answer = neutralise(sent.answer ?? "");
  switch (state.status) {
    case "sending":
      return words("inbox.sending");
    case "held":
      return sent.answer === undefined ? (
        <Sentence id="inbox.sentBefore" values={{ agent: neutralise(agent) }} />
      ) : (
        <Sentence id="inbox.sent" values={{ answer, agent: neutralise(agent) }} />
      );
    case "failed":
      return state.wish === "send"
        ? words("inbox.notSent", { answer, reason: state.problem.title })
        : words("inbox.notUndone", { reason: state.problem.title });
  }
}

function UndoButton({ until, onUndo }: { readonly until: number; onUndo(): void }) {
  const words = useWords();
  const seconds = Math.max(0, Math.ceil((until - useNow(undefined, 250)) / 1000));
  return (
    <button type="button" className="ask-button" onClick={onUndo}>
      {words("inbox.undo", { seconds })}
    </button>
  );
}
