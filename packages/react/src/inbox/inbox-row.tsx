import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import { Button } from "react-aria-components";
import { useAskback } from "../askback-context.ts";
import { useWords } from "../i18n/use-words.ts";
import { plainWords } from "../text/plain-words.ts";
import { answerParts, endingOf } from "./answer-words.ts";
import { useInboxParts } from "./inbox-context.ts";
import { InboxIcon } from "./inbox-icon.tsx";
import { isUnread } from "./inbox-view.ts";
import { QuickAnswerButtons } from "./quick-answer-buttons.tsx";
import { quickAnswers } from "./quick-answers.ts";
import { RowNames } from "./row-names.tsx";
import { Deadline, WaitingTime } from "./row-times.tsx";
import { useMinute } from "./use-inbox-live.ts";

/** What a row of the inbox shows. */
export function InboxRow({ inquiry }: { readonly inquiry: Inquiry }) {
  const words = useWords();
  const now = useMinute();
  const { place } = useInboxParts();
  const isOpen = inquiry.status === "open";
  const question = plainWords(inquiry.questions[0]?.text ?? "");
  return (
    <div className="ask-row" data-status={inquiry.status} data-current={place.inquiry === inquiry.id || undefined}>
      {isOpen && isUnread(inquiry, now) && <span className="ask-dot" role="img" aria-label={words("inbox.unread")} />}
      <div className="ask-row-head">
        <RowNames inquiry={inquiry} />
        <span className="ask-row-time">
          <WaitingTime inquiry={inquiry} />
        </span>
      </div>
      <p className="ask-row-question" dir="auto">
        {question}
      </p>
      {isOpen ? <OpenRow inquiry={inquiry} /> : <RowReceipt inquiry={inquiry} />}
    </div>
  );
}

function OpenRow({ inquiry }: { readonly inquiry: Inquiry }) {
  const words = useWords();
  const { settings } = useAskback();
  const { place, go, answer } = useInboxParts();
  const { approval, questions, mine } = inquiry;
  const options = settings.oneTap && place.view === "needs-you" ? quickAnswers(inquiry) : [];
  return (
    <div className="ask-row-foot">
      <div className="ask-row-actions">
        <QuickAnswerButtons inquiry={inquiry} options={options} onAnswer={answer} />
        <Button className="ask-quiet" onPress={() => go({ ...place, inquiry: inquiry.id })}>
          {words("inbox.answer")}
        </Button>
      </div>
      <div className="ask-row-marks">
        {approval && (
          <span
            className="ask-inbox-mark"
            data-tone="accent"
            title={words("inbox.approvalLong", { tool: neutralise(approval.tool) })}
          >
            <InboxIcon name="shield" />
            {words("inbox.approval")}
          </span>
        )}
        {questions.length > 1 && (
          <span className="ask-inbox-mark" title={words("inbox.partLong", { count: questions.length })}>
            {words("inbox.part", { count: questions.length })}
          </span>
        )}
        {mine?.draftedAt && (
          <span className="ask-inbox-mark" title={words("inbox.draftLong")}>
            <InboxIcon name="draft" />
            {words("inbox.draft")}
          </span>
        )}
        <Deadline inquiry={inquiry} />
      </div>
    </div>
  );
}

const endings: { readonly [Status in Inquiry["status"]]?: "done" | "clock" } = {
  answered: "done",
  "answered-in-chat": "done",
  delegated: "done",
  held: "clock",
  expired: "clock",
};

/** One line for what is settled or about to be. */
function RowReceipt({ inquiry }: { readonly inquiry: Inquiry }) {
  const { i18n } = useLingui();
  const words = useWords();
  const { me } = useInboxParts();
  const list = new Intl.ListFormat(i18n.locale, { type: "unit" });
  const answer = list.format(answerParts(inquiry));
  return (
    <p className="ask-row-receipt">
      <InboxIcon name={endings[inquiry.status] ?? "closed"} />
      <span>{endingOf(inquiry, { me, words }) ?? words("inbox.sending")}</span>
      {answer && (
        <span className="ask-row-answer" dir="auto">
          {answer}
        </span>
      )}
    </p>
  );
}
