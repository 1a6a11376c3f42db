import { amendmentMessages } from "../../../../react/src/card/amendment-words.ts";
import { agentTitleOf } from "../../../../react/src/card/card-title.ts";
import { answerTexts } from "../../../../react/src/data/inquiry/answer-texts.ts";
import type { Shown } from "./card-view.tsx";
import { Outcome } from "./summary.tsx";
import { Sentence } from "./text.tsx";

/** What is to be known about the draft and about sending it. */
export function Notices({ shown }: { readonly shown: Shown }) {
  const { state, words, actions } = shown;
  const { sending, isOffline } = state;
  return (
    <div className="ask-notices">
      <AmendmentNotice shown={shown} />
      {isOffline && (
        <p className="ask-notice" data-kind="offline">
          {words.t("app.offline")}
        </p>
      )}
      {sending.status === "failed" && (
        <p className="ask-notice" data-kind="error">
          <span>
            {words.t("card.failed", { title: sending.problem.title.replace(/\.$/, "") })}
            {sending.problem.hint && (
              <span className="ask-hint" dir="auto">
                {" "}
                {sending.problem.hint}
              </span>
            )}
          </span>
          <button className="ask-quiet" onClick={actions.retry} type="button">
            {words.t("card.retry")}
          </button>
        </p>
      )}
    </div>
  );
}

/** What the agent has changed since the person began. */
function AmendmentNotice({ shown: { state, words, actions, inquiry } }: { readonly shown: Shown }) {
  const { amendment } = state;
  if (!amendment) return null;
  return (
    <div className="ask-notice ask-amended">
      <div className="ask-amended-text">
        <p className="ask-amended-title">
          <Sentence id="external.changed" values={{ agent: agentTitleOf({ inquiry }) }} words={words} />
        </p>
        <ul>
          {amendmentMessages(amendment, words).map(({ id, values }) => (
            <li key={id}>{words.t(id, values)}</li>
          ))}
        </ul>
      </div>
      <button className="ask-quiet" onClick={actions.acknowledge} type="button">
        {words.t("external.changed.read")}
      </button>
    </div>
  );
}

/** What somebody had written when the inquiry was resolved or changed without it; and who was faster, while the form is still there. */
export function Recovered({ shown }: { readonly shown: Shown }) {
  const { state, words, actions, inquiry } = shown;
  const { recovered, isOvertaken } = state;
  const answer = words.list(answerTexts(inquiry));
  if (recovered === undefined && !isOvertaken) return null;
  return (
    <div className="ask-recovered">
      {isOvertaken && (
        <div className="ask-overtaken">
          <Outcome shown={shown} />
          {answer !== "" && (
            <p className="ask-given" dir="auto">
              {answer}
            </p>
          )}
        </div>
      )}
      {recovered !== undefined && (
        <fieldset>
          <legend>{words.t("card.recovered")}</legend>
          <p className="ask-recovered-text" dir="auto">
            {recovered}
          </p>
          <div className="ask-buttons">
            <button className="ask-quiet" onClick={actions.discardRecovered} type="button">
              {words.t("card.discard")}
            </button>
          </div>
        </fieldset>
      )}
    </div>
  );
}
