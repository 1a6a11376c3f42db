import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useAskback } from "../../askback-context.ts";
import { findResolution, isUnfinished, type OutboxEntry } from "../../data/outbox/outbox-entry.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icon.tsx";
import { useAtom } from "../../use-atom.ts";
import { useInboxContext } from "../inbox-context.ts";
import { useBulkActions } from "../use-inbox.ts";
import { QuickAnswerButtons, quickAnswers } from "./quick-answers.tsx";

/** The second line of an open inquiry after its question: what is special about it, what is being sent, its quick answers. */
export function OpenRow({ inquiry }: { readonly inquiry: Inquiry }) {
  const t = useTranslation();
  const { settings, outbox } = useAskback();
  const { route, selection, answer } = useInboxContext();
  const entries = useAtom(outbox.entries);
  const failures = useAtom(useBulkActions().last)?.failures;
  const given = findResolution(entries, inquiry.id) ?? findSnooze(entries, inquiry.id);
  if (given && isUnfinished(given)) {
    return <span className="ask-row-state">{t(given.status === "waiting" ? "outbox.waiting" : "inbox.sending")}</span>;
  }
  const problem = failures?.find(({ inquiryId }) => inquiryId === inquiry.id)?.problem ?? given?.problem;
  if (problem) return <span className="ask-row-state ask-inbox-problem">{problem.title}</span>;
  const mayAnswer = settings.oneTap && route.view === "needs-you" && selection.ids.size === 0;
  const options = mayAnswer ? quickAnswers(inquiry) : [];
  return (
    <>
      <RowMarks inquiry={inquiry} />
      {options.length > 0 && (
        <div className="ask-row-quick">
          <QuickAnswerButtons inquiry={inquiry} options={options} onAnswer={answer} />
        </div>
      )}
    </>
  );
}

function findSnooze(entries: readonly OutboxEntry[], inquiryId: string): OutboxEntry | undefined {
  return entries.findLast(({ submission }) => submission.type === "snooze" && submission.inquiryId === inquiryId);
}

function RowMarks({ inquiry: { approval, questions, mine } }: { readonly inquiry: Inquiry }) {
  const t = useTranslation();
  return (
    <span className="ask-row-marks">
      {approval && (
        <span
          className="ask-inbox-mark"
          data-tone="warn"
          title={t("inbox.approvalLong", { tool: neutralise(approval.tool) })}
        >
          <Icon name="shield" />
          {t("inbox.approval")}
        </span>
      )}
      {questions.length > 1 && (
        <span className="ask-inbox-mark">{t("inbox.questions", { count: questions.length })}</span>
      )}
      {mine?.draftedAt && (
        <span className="ask-inbox-mark" title={t("inbox.draftLong")}>
          <Icon name="draft" />
          {t("inbox.draft")}
        </span>
      )}
    </span>
  );
}
