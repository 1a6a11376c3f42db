import { neutralise } from "@askback/core";
import { shownQuestion } from "../../../../react/src/card/card-title.ts";
import { answerIn } from "../../../../react/src/data/drafts/draft.ts";
import { progressOf } from "../../../../react/src/data/drafts/draft-answers.ts";
import { markdownToPlainText } from "../../../../react/src/text/plain-text.ts";
import type { Shown } from "./card-view.tsx";
import { AgentText, PlainText } from "./text.tsx";

/** The question, or how many there are, and the way to the others. */
export function Header({ shown, hasForm }: { readonly shown: Shown; readonly hasForm: boolean }) {
  const { words, inquiry, view } = shown;
  const { questions, deadline } = inquiry;
  const question = shownQuestion(inquiry, hasForm ? view : undefined);
  const isReview = hasForm && view.type === "review";
  return (
    <header className="ask-header">
      {hasForm && question?.header !== undefined && (
        <p className="ask-question-label">
          <PlainText text={question.header} />
        </p>
      )}
      <h1 className="ask-title" data-step={isReview || undefined} tabIndex={-1}>
        {isReview && words.t("card.review")}
        {!isReview && !question && words.t("card.severalQuestions", { count: questions.length })}
        {!isReview && question && (
          <>
            {hasForm && questions.length > 1 && view.type === "question" && (
              <span className="ask-hidden">
                {words.t("card.step", { number: view.index + 1, count: questions.length })}
              </span>
            )}
            <AgentText id="question" text={question.text} />
          </>
        )}
      </h1>
      {hasForm && questions.length > 1 && (
        <div className="ask-tools">
          <Steps shown={shown} />
        </div>
      )}
      {hasForm && deadline !== undefined && (
        <div className="ask-meta">
          <time dateTime={deadline}>{words.t("card.deadline", { time: words.time(deadline) })}</time>
        </div>
      )}
    </header>
  );
}

/** The progress of each question, as small marks that lead to it. */
function Steps({ shown: { state, words, actions, inquiry, view } }: { readonly shown: Shown }) {
  const { questions } = inquiry;
  return (
    <nav aria-label={words.t("card.questions")} className="ask-steps">
      <ol>
        {questions.map((question, index) => {
          const progress = progressOf(question, answerIn(state.draft, question.id));
          const name = words.t("card.stepNamed", {
            number: index + 1,
            question: neutralise(question.header ?? markdownToPlainText(question.text)),
            progress: words.t(`card.progress.${progress}`),
          });
          return (
            <li key={question.id}>
              <button
                aria-current={view.type === "question" && view.index === index ? "step" : undefined}
                aria-label={name}
                className="ask-step"
                data-progress={progress}
                onClick={() => actions.go(index)}
                title={name}
                type="button"
              />
            </li>
          );
        })}
        <li>
          <button
            aria-current={view.type === "review" ? "step" : undefined}
            aria-label={words.t("card.toReview")}
            className="ask-step ask-step-review"
            onClick={() => actions.go(questions.length)}
            title={words.t("card.toReview")}
            type="button"
          />
        </li>
      </ol>
    </nav>
  );
}
