import { neutralise } from "@askback/core";
import { announce } from "@react-aria/live-announcer";
import { useEffect, useRef } from "react";
import type { BulkAction } from "../../data/inbox/bulk-actions.ts";
import type { QuickAnswer } from "../../data/inbox/quick-answers.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Sentence } from "../../text/sentence.tsx";
import { useNow } from "../../ui/time.tsx";
import { useAgent, useAgentTitles } from "../../use-agents.ts";
import { useAtom } from "../../use-atom.ts";
import { useBulkActions, useQuickAnswers } from "../use-inbox.ts";
import { useBulkText } from "./bulk-text.ts";

interface InboxNoticesProps {
  /** Without an inquiry, the last thing that was done. */
  onUndo(inquiryId?: string): void;
}

/** What was done from the list, which can be undone, waits for the server or was refused. */
export function InboxNotices({ onUndo }: InboxNoticesProps) {
  const t = useTranslation();
  const quickAnswers = useQuickAnswers();
  const answers = useAtom(quickAnswers.answers);
  useWaitingAnnouncements(answers);
  return (
    <section className="ask-inbox-notices" aria-label={t("inbox.notices")}>
      {answers.map((answer) => (
        <div key={answer.inquiryId} className="ask-inbox-notice" data-status={answer.state.status}>
          <p>
            <NoticeText answer={answer} />
          </p>
          {answer.state.status === "held" && (
            <UndoButton until={answer.state.until} onUndo={() => onUndo(answer.inquiryId)} />
          )}
          {answer.state.status === "waiting" && (
            <button type="button" className="ask-button" onClick={() => onUndo(answer.inquiryId)}>
              {t("card.undo")}
            </button>
          )}
          {answer.state.status === "failed" && (
            <button type="button" className="ask-button" onClick={() => quickAnswers.close(answer.inquiryId)}>
              {t("inbox.close")}
            </button>
          )}
        </div>
      ))}
      <BulkNotice onUndo={() => onUndo()} />
    </section>
  );
}

/** Announces once that an answer or an undo waits for the server. */
function useWaitingAnnouncements(answers: readonly QuickAnswer[]): void {
  const t = useTranslation();
  const titleOf = useAgentTitles();
  const announced = useRef<readonly string[]>([]);
  useEffect(() => {
    const waiting = answers.flatMap(({ inquiryId, agent, answer = "", state }) => {
      const values = { answer: neutralise(answer), agent: titleOf(agent) };
      if (state.status === "waiting") return [{ key: inquiryId, text: t("inbox.queued", values) }];
      const isUndo = state.status === "undoing" && state.isWaiting;
      return isUndo ? [{ key: `undo ${inquiryId}`, text: t("card.waiting.undo") }] : [];
    });
    for (const { key, text } of waiting) if (!announced.current.includes(key)) announce(text, "polite");
    announced.current = waiting.map(({ key }) => key);
  }, [answers, t, titleOf]);
}

function NoticeText({ answer: { agent, answer, state } }: { readonly answer: QuickAnswer }) {
  const t = useTranslation();
  const { title } = useAgent(agent);
  const values = { answer: neutralise(answer ?? ""), agent: neutralise(title) };
  switch (state.status) {
    case "sending":
      return t("inbox.sending");
    case "waiting":
      return <Sentence id="inbox.queued" values={values} />;
    case "held":
      return <Sentence id={answer === undefined ? "inbox.sentBefore" : "inbox.sent"} values={values} />;
    case "undoing":
      return t(state.isWaiting ? "card.waiting.undo" : "inbox.undoing");
    case "failed": {
      const { action, problem } = state;
      if (action === "send") return t("inbox.notSent", { answer: values.answer, reason: problem.title });
      const isDelivered = problem.receipt !== undefined && problem.receipt.heldUntil === undefined;
      return isDelivered ? t("card.failed.undoLate") : t("inbox.notUndone", { reason: problem.title });
    }
  }
}

function UndoButton({ until, onUndo }: { readonly until: number; onUndo(): void }) {
  const t = useTranslation();
  const seconds = Math.max(0, Math.ceil((until - useNow(undefined, 250)) / 1000));
  return (
    <button type="button" className="ask-button" onClick={onUndo}>
      {t("inbox.undo", { seconds })}
    </button>
  );
}

/** Tells what became of the inquiries that were snoozed or declined last; a snooze can be undone. */
function BulkNotice({ onUndo }: { onUndo(): void }) {
  const t = useTranslation();
  const bulkText = useBulkText();
  const bulkActions = useBulkActions();
  const action = useAtom(bulkActions.last);
  if (!action) return null;
  return (
    <div className="ask-inbox-notice" data-status={action.failures.length > 0 ? "failed" : "held"}>
      <p>{bulkText(action)}</p>
      {canUndo(action) && (
        <button type="button" className="ask-button" onClick={onUndo}>
          {t("card.undo")}
        </button>
      )}
      <button type="button" className="ask-button" onClick={bulkActions.close}>
        {t("inbox.close")}
      </button>
    </div>
  );
}

function canUndo({ type, inquiries, failures }: BulkAction): boolean {
  return type === "snooze" && failures.length < inquiries.length;
}
