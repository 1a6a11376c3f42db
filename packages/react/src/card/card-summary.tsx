import type { Answer, Inquiry, Question } from "@askback/core/wire";
import { useId, useState } from "react";
import type { CardLinks } from "../askback-context.ts";
import { ShownFiles } from "../attachments/shown-file.tsx";
import { draftToAnswers } from "../data/drafts/draft-answers.ts";
import { type InquiryCard, oneTapHold } from "../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { AgentText, PlainText } from "../text/agent-text.tsx";
import { useNow } from "../ui/time.tsx";
import { UntilFound } from "../ui/until-found.tsx";
import { AllOptions } from "./all-options.tsx";
import { approvalOptions } from "./approval/approval-words.ts";
import { CallView, inputText, TextChanges } from "./approval/call-view.tsx";
import { MoreLink } from "./more-link.tsx";
import { Outcome } from "./outcome.tsx";

interface CardSummaryProps {
  readonly card: InquiryCard;
  readonly links: CardLinks;
  readonly now: number | undefined;
}

const toggles = {
  call: { show: "approval.showCall", hide: "approval.hideCall" },
  options: { show: "card.showOptions", hide: "card.hideOptions" },
  context: { show: "card.showContext", hide: "card.hideContext" },
} as const;

/** What the summary leaves out, if anything. */
function hiddenPart({ approval, questions, context }: Inquiry): keyof typeof toggles | undefined {
  if (approval) return "call";
  if (questions.some(({ options }) => options.length > 0)) return "options";
  return context ? "context" : undefined;
}

/** A resolved or held inquiry: the answer to each question, and on request all that was asked. */
export function CardSummary({ card, links, now }: CardSummaryProps) {
  const t = useTranslation();
  const id = useId();
  const { inquiry, state, draft } = card;
  const { resolution, approval, questions } = inquiry;
  const hidden = hiddenPart(inquiry);
  const [isOpen, setOpen] = useState(state === "readonly");
  // A held answer is still the draft, until the server says what it recorded.
  const { answers, comment } = resolution ?? (state === "held" ? draftToAnswers(inquiry, draft) : {});
  const message = resolution?.messageId;
  const edited = resolution?.input;
  return (
    <div className="ask-summary" data-focus="summary" tabIndex={-1}>
      <div className="ask-summary-line">
        <div className="ask-answers">
          {questions.map((question) => (
            <AnsweredQuestion
              answer={answers?.find((answer) => answer.question === question.id)}
              isApproval={approval !== undefined}
              key={question.id}
              question={question}
              showsQuestion={questions.length > 1}
            />
          ))}
          {edited !== undefined && <p className="ask-part-note">{t("approval.edited")}</p>}
          {resolution?.text !== undefined && answers === undefined && (
            <p className="ask-given ask-written" dir="auto">
              {resolution.text}
            </p>
          )}
          {resolution?.standing !== undefined && <p className="ask-part-note">{t("standing.note")}</p>}
          {comment && (
            <p className="ask-part-note" dir="auto">
              {comment}
            </p>
          )}
        </div>
        <div className="ask-summary-end">
          {!isMineToUndo(card) && <Outcome card={card} now={now} />}
          {message && links.message && (
            <a className="ask-link" href={links.message(message)}>
              {t("card.goToMessage")}
            </a>
          )}
          {hidden && (
            <MoreLink controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
              {t(toggles[hidden][isOpen ? "hide" : "show"])}
            </MoreLink>
          )}
        </div>
      </div>
      {hidden && (
        <UntilFound id={id} isOpen={isOpen} onFound={() => setOpen(true)}>
          {approval && edited !== undefined && (
            <TextChanges after={`${inputText({ input: edited })}\n`} before={`${inputText(approval)}\n`} />
          )}
          {approval ? <CallView approval={approval} /> : <AllOptions answers={answers} inquiry={inquiry} />}
        </UntilFound>
      )}
    </div>
  );
}

/** Whether the answer is held for the reader, who can undo it. */
export function isMineToUndo({ state, inquiry: { receipt }, me }: InquiryCard): boolean {
  return state === "held" && (receipt?.by === undefined || receipt.by === me);
}

interface AnsweredQuestionProps {
  readonly question: Question;
  readonly answer: Answer | undefined;
  readonly isApproval: boolean;
  readonly showsQuestion: boolean;
}

/** What was answered to a question, in one line if it is short. */
function AnsweredQuestion({ question, answer, isApproval, showsQuestion }: AnsweredQuestionProps) {
  const t = useTranslation();
  if (!answer && !showsQuestion) return null;
  const given = answer && !("skipped" in answer) ? answer : undefined;
  const chosen = question.options.filter(({ id }) => given?.options?.includes(id));
  return (
    <div className="ask-answered">
      {showsQuestion && (
        <div className="ask-answered-question">
          <AgentText text={question.text} />
        </div>
      )}
      {given && (
        <ul className="ask-given-list">
          {chosen.map(({ id, label }) => (
            <li
              className="ask-given"
              data-refused={(isApproval && id === approvalOptions.refuse) || undefined}
              key={label}
            >
              <PlainText text={label} />
            </li>
          ))}
          {given.text !== undefined && (
            <li className="ask-given ask-written" dir="auto">
              {given.text}
            </li>
          )}
        </ul>
      )}
      <ShownFiles files={given?.files ?? []} />
      {answer && !given && <p className="ask-muted">{t("card.review.skipped")}</p>}
      {given?.note !== undefined && (
        <p className="ask-part-note" dir="auto">
          {given.note}
        </p>
      )}
    </div>
  );
}

/** The bar that undoes or delivers a held answer, with the time that is left. */
export function HeldBar({ card, now: fixed }: { readonly card: InquiryCard; readonly now?: number | undefined }) {
  const t = useTranslation();
  const now = useNow(fixed, 250);
  const left = Math.max(0, Date.parse(card.inquiry.heldUntil ?? "") - now) || 0;
  return (
    <div className="ask-held">
      <svg aria-hidden="true" className="ask-ring" viewBox="0 0 20 20">
        <circle cx="10" cy="10" pathLength="1" r="8" />
        <circle
          className="ask-ring-left"
          cx="10"
          cy="10"
          pathLength="1"
          r="8"
          strokeDasharray={`${Math.min(1, left / (oneTapHold * 1_000))} 1`}
        />
      </svg>
      <p>{t("card.held", { seconds: Math.ceil(left / 1_000) })}</p>
      <div className="ask-buttons">
        <button className="ask-button" onClick={card.undo} type="button">
          {t("card.undo")}
        </button>
        <button className="ask-quiet" onClick={card.deliver} type="button">
          {t("card.sendNow")}
        </button>
      </div>
    </div>
  );
}
