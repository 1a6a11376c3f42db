import { agentTitleOf } from "../../../../react/src/card/card-title.ts";
import { answeredIn, needsReview } from "../../../../react/src/card/form/steps.ts";
import { answerIn } from "../../../../react/src/data/drafts/draft.ts";
import type { Shown } from "./card-view.tsx";
import { Field, Sentence } from "./text.tsx";

/** The buttons that resolve an inquiry. None is ever disabled: a button that cannot send yet says why. */
export function Footer({ shown }: { readonly shown: Shown }) {
  const { state, words, actions, inquiry, view } = shown;
  const { t } = words;
  const question = view.type === "question" ? inquiry.questions[view.index] : undefined;
  const isLast = view.type !== "question" || view.index === inquiry.questions.length - 1;
  const onwards = isLast
    ? view.type !== "review" && needsReview(inquiry)
      ? "card.toReview"
      : "card.send"
    : "card.next";
  const isMoreOpen = state.panel === "more";
  return (
    <>
      {isMoreOpen && <More shown={shown} />}
      <div className="ask-footer">
        <button className="ask-quiet" onClick={actions.delegate} type="button">
          {t("card.delegate")}
        </button>
        {question && inquiry.questions.length > 1 && (
          <button
            className="ask-quiet"
            onClick={() => actions.change({ type: "skip", question: question.id })}
            type="button"
          >
            {t(answerIn(state.draft, question.id).isSkipped ? "card.unskip" : "card.skip")}
          </button>
        )}
        <button
          aria-controls={isMoreOpen ? "more" : undefined}
          aria-expanded={isMoreOpen}
          className="ask-quiet ask-menu-button"
          data-more
          onClick={() => actions.togglePanel("more")}
          type="button"
        >
          {t("card.more")}
        </button>
        <div className="ask-onwards">
          {(view.type === "review" || (view.type === "question" && view.index > 0)) && (
            <button className="ask-quiet" onClick={actions.back} type="button">
              {t("card.back")}
            </button>
          )}
          <button className="ask-button ask-primary" onClick={actions.advance} type="button">
            {state.sending.status === "sending" ? t("card.sending") : t(onwards)}
          </button>
        </div>
      </div>
    </>
  );
}

/** What is needed seldom: in a row, since a menu over the page would end at the edge of the host's frame. */
function More({ shown: { words, actions, inquiry, view } }: { readonly shown: Shown }) {
  const { t } = words;
  return (
    <fieldset aria-label={t("card.more")} className="ask-more" data-panel="more" id="more" tabIndex={-1}>
      {view.type === "question" && (
        <button className="ask-quiet" onClick={actions.openNote} type="button">
          {t(inquiry.questions.length === 1 ? "card.addComment" : "card.addNote")}
        </button>
      )}
      <button className="ask-quiet" onClick={() => actions.togglePanel("dismiss")} type="button">
        {t("external.dismiss")}
      </button>
      <button className="ask-quiet" onClick={() => actions.togglePanel("decline")} type="button">
        {t("card.decline")}
      </button>
    </fieldset>
  );
}

/** Asks before unanswered questions are sent as skipped. */
export function ConfirmGaps({ shown: { state, words, actions, inquiry } }: { readonly shown: Shown }) {
  const values = { answered: answeredIn(inquiry, state.draft), count: inquiry.questions.length };
  return (
    <fieldset className="ask-confirm" data-panel="confirm" tabIndex={-1}>
      <legend>{words.t("card.confirm", values)}</legend>
      <div className="ask-buttons">
        <button className="ask-button" onClick={actions.goToGap} type="button">
          {words.t("card.confirm.back")}
        </button>
        <button className="ask-button ask-primary" onClick={actions.sendAnswer} type="button">
          {words.t("card.confirm.send", values)}
        </button>
      </div>
    </fieldset>
  );
}

const settleWords = {
  decline: { title: "card.decline.title", about: "card.decline.about", confirm: "card.decline.confirm" },
  dismiss: { title: "external.dismiss.title", about: "external.dismiss.about", confirm: "external.dismiss.confirm" },
} as const;

/** Asks for a reason before an inquiry is declined or set aside. Cancel has the focus, so an accidental Enter does no harm. */
export function Settle({ shown, as }: { readonly shown: Shown; readonly as: "decline" | "dismiss" }) {
  const { state, words, actions, inquiry, isReadOnly } = shown;
  const { title, about, confirm } = settleWords[as];
  return (
    <fieldset className="ask-settle">
      <legend>{words.t(title)}</legend>
      <p className="ask-muted">
        <Sentence id={about} values={{ agent: agentTitleOf({ inquiry }) }} words={words} />
      </p>
      <Field
        id="reason"
        isReadOnly={isReadOnly}
        label={words.t("card.reasonOptional")}
        maxLength={10_000}
        name="reason"
        onWrite={actions.writeReason}
        value={state.reason}
      />
      <div className="ask-buttons">
        <button className="ask-button" data-panel={as} onClick={actions.closePanel} type="button">
          {words.t("card.cancel")}
        </button>
        <button className="ask-button ask-danger" onClick={() => actions.settle(as)} type="button">
          {state.sending.status === "sending" ? words.t("card.sending") : words.t(confirm)}
        </button>
      </div>
    </fieldset>
  );
}
