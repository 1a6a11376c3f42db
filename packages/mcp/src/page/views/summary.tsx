import type { Answer, Question } from "@askback/core/wire";
import { agentTitleOf, isResolved, signOf, titleOf } from "../../../../react/src/card/card-title.ts";
import { cardStateOf } from "../state.ts";
import type { Shown } from "./card-view.tsx";
import { AgentText, PlainText, Sentence, Toggle } from "./text.tsx";

/** How the inquiry ended, with what was answered, and on request all that was asked. */
export function Summary({ shown }: { readonly shown: Shown }) {
  const { state, words, actions, inquiry } = shown;
  const { questions, resolution } = inquiry;
  const answers = resolution?.answers;
  return (
    <div className="ask-summary" data-summary tabIndex={-1}>
      <div className="ask-summary-line">
        <div className="ask-answers">
          {questions.map((question) => (
            <Answered
              answer={answers?.find((answer) => answer.question === question.id)}
              key={question.id}
              question={question}
              showsQuestion={questions.length > 1}
              words={words}
            />
          ))}
          {!answers && resolution?.text !== undefined && (
            <p className="ask-given ask-written" dir="auto">
              {resolution.text}
            </p>
          )}
          {resolution?.comment && (
            <p className="ask-part-note" dir="auto">
              {resolution.comment}
            </p>
          )}
        </div>
        <div className="ask-summary-end">
          <Outcome shown={shown} />
          <Toggle controls="all" isOpen={state.isAllShown} onToggle={actions.toggleAll}>
            {words.t(state.isAllShown ? "card.hideOptions" : "card.showOptions")}
          </Toggle>
        </div>
      </div>
      {state.isAllShown && <AllOptions shown={shown} />}
      {state.hasJustEnded && shown.canMessage && (
        <button className="ask-quiet ask-go-on" onClick={actions.letGoOn} type="button">
          <Sentence id="app.goOn" values={{ agent: agentTitleOf({ inquiry }) }} words={words} />
        </button>
      )}
    </div>
  );
}

/** Who resolved the inquiry, or holds an answer to it, and how. */
export function Outcome({ shown: { state, words, inquiry } }: { readonly shown: Shown }) {
  const card = { state: cardStateOf(state), inquiry, me: state.card?.me };
  const title = isResolved(card.state) || card.state === "held" ? titleOf(card, words.time) : undefined;
  return (
    <p className="ask-outcome" data-outcome>
      <span aria-hidden="true" className="ask-sign">
        {signOf(card)}
      </span>
      <span>{title && <Sentence {...title} words={words} />}</span>
    </p>
  );
}

interface AnsweredProps extends Pick<Shown, "words"> {
  readonly question: Question;
  readonly answer: Answer | undefined;
  readonly showsQuestion: boolean;
}

function Answered({ question, answer, showsQuestion, words }: AnsweredProps) {
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
        <ul>
          {chosen.map(({ id, label }) => (
            <li className="ask-given" key={id}>
              <PlainText text={label} />
            </li>
          ))}
          {given.text !== undefined && (
            <li className="ask-given ask-written" dir="auto">
              {given.text}
            </li>
          )}
          {given.files?.map(({ id, name }) => (
            <li className="ask-given" key={id}>
              <PlainText text={name} />
            </li>
          ))}
        </ul>
      )}
      {answer && !given && <p className="ask-muted">{words.t("card.review.skipped")}</p>}
      {given?.note !== undefined && (
        <p className="ask-part-note" dir="auto">
          {given.note}
        </p>
      )}
    </div>
  );
}

/** All that was asked: the context and every option, of which the chosen ones are marked. */
export function AllOptions({ shown: { words, inquiry } }: { readonly shown: Shown }) {
  const { questions, context, resolution } = inquiry;
  const chosen = (question: Question): readonly string[] => {
    const answer = resolution?.answers?.find((given) => given.question === question.id);
    return answer && !("skipped" in answer) ? (answer.options ?? []) : [];
  };
  return (
    <div className="ask-all-options" id="all">
      {context && <AgentText text={context} />}
      {questions.map((question) => (
        <div key={question.id}>
          {questions.length > 1 && (
            <div className="ask-answered-question">
              <AgentText text={question.text} />
            </div>
          )}
          {question.options.length === 0 && <p className="ask-muted">{words.t("card.noOptions")}</p>}
          <ul>
            {question.options.map(({ id, label, description }) => (
              <li className="ask-answered-option" data-chosen={chosen(question).includes(id) || undefined} key={id}>
                <span aria-hidden="true" className="ask-mark">
                  {chosen(question).includes(id) ? "✓" : "·"}
                </span>
                <div>
                  <PlainText text={label} />
                  {chosen(question).includes(id) && <span className="ask-hidden">{words.t("card.chosen")}</span>}
                  {description && (
                    <div className="ask-option-description">
                      <AgentText text={description} />
                    </div>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
