import type { Answer, Inquiry, Question } from "@askback/core/wire";
import { useTranslation } from "../i18n/use-translation.ts";
import { AgentText, PlainText } from "../text/agent-text.tsx";

interface AllOptionsProps {
  readonly inquiry: Inquiry;
  readonly answers: readonly Answer[] | undefined;
}

/** All that was asked: the context and every option, of which the chosen ones are marked. */
export function AllOptions({ inquiry: { context, questions }, answers }: AllOptionsProps) {
  return (
    <div className="ask-all-options">
      {context && <AgentText text={context} />}
      {questions.map((question) => (
        <div key={question.id}>
          {questions.length > 1 && (
            <div className="ask-answered-question">
              <AgentText text={question.text} />
            </div>
          )}
          <OptionsOf answer={answers?.find((answer) => answer.question === question.id)} question={question} />
        </div>
      ))}
    </div>
  );
}

function OptionsOf({ question, answer }: { readonly question: Question; readonly answer: Answer | undefined }) {
  const t = useTranslation();
  const chosen = answer && !("skipped" in answer) ? (answer.options ?? []) : [];
  if (question.options.length === 0) return <p className="ask-muted">{t("card.noOptions")}</p>;
  return (
    <ul>
      {question.options.map(({ id, label, description }) => (
        <li className="ask-answered-option" data-chosen={chosen.includes(id) || undefined} key={id}>
          <span aria-hidden="true" className="ask-mark">
            {chosen.includes(id) ? "✓" : "·"}
          </span>
          <div>
            <PlainText text={label} />
            {chosen.includes(id) && <span className="ask-hidden">{t("card.chosen")}</span>}
            {description && (
              <div className="ask-option-description">
                <AgentText text={description} />
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
