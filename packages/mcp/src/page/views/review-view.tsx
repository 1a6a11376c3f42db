import { neutralise } from "@askback/core";
import type { DraftAnswer, Question } from "@askback/core/wire";
import { agentTitleOf } from "../../../../react/src/card/card-title.ts";
import { answerIn } from "../../../../react/src/data/drafts/draft.ts";
import { gapsOf, isAnswered, isTextSent } from "../../../../react/src/data/drafts/draft-answers.ts";
import type { Shown } from "./card-view.tsx";
import { AgentText, Field, PlainText } from "./text.tsx";

/** All answers before they are sent, with a comment. */
export function ReviewView({ shown }: { readonly shown: Shown }) {
  const { state, words, actions, inquiry, isReadOnly } = shown;
  const { t } = words;
  const gaps = gapsOf(inquiry, state.draft).length;
  return (
    <div className="ask-review">
      {gaps > 0 && <p className="ask-warning">{t("card.review.gaps", { count: gaps })}</p>}
      <dl>
        {inquiry.questions.map((question, index) => (
          <div className="ask-review-row" key={question.id}>
            <dt>
              <AgentText text={question.text} />
            </dt>
            <Drafted answer={answerIn(state.draft, question.id)} question={question} shown={shown} />
            <dd className="ask-review-edit">
              <button
                aria-label={t("card.review.editNamed", { question: neutralise(question.header ?? question.text) })}
                className="ask-quiet"
                onClick={() => actions.go(index)}
                type="button"
              >
                {t("card.review.edit")}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <div className="ask-note">
        <Field
          hint={t("card.commentHint", { agent: agentTitleOf({ inquiry }) })}
          id="comment"
          isReadOnly={isReadOnly}
          label={t("card.comment")}
          maxLength={10_000}
          name="note"
          onWrite={(comment) => actions.change({ type: "write-comment", comment })}
          value={state.draft.comment}
        />
      </div>
    </div>
  );
}

interface DraftedProps {
  readonly shown: Shown;
  readonly question: Question;
  readonly answer: DraftAnswer;
}

/** What would be sent to a question: the labels of the picks, then the own words, and a note. */
function Drafted({ shown: { words }, question, answer }: DraftedProps) {
  const picked = question.options.filter(({ id }) => answer.options.includes(id)).map(({ label }) => label);
  const parts = isAnswered(question, answer) ? [...picked, ...(isTextSent(question, answer) ? [answer.text] : [])] : [];
  return (
    <dd>
      {parts.map((part) => (
        <p className="ask-part" key={part}>
          <PlainText text={part} />
        </p>
      ))}
      {parts.length === 0 && (
        <p className="ask-muted">{words.t(answer.isSkipped ? "card.review.skipped" : "card.review.none")}</p>
      )}
      {answer.note.trim() !== "" && (
        <p className="ask-part-note" dir="auto">
          {answer.note}
        </p>
      )}
    </dd>
  );
}
