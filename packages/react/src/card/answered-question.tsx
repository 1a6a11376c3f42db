import type { Answer, Question } from "@askback/core/wire";
import { useWords } from "../i18n/use-words.ts";
import { AgentText } from "../text/agent-text.tsx";
import { PlainText } from "../text/plain-text.tsx";

interface AnsweredQuestionProps {
  readonly question: Question;
  readonly answer: Answer | undefined;
}

/** A question of a settled inquiry: every option stays readable, and what was chosen is marked. */
export function AnsweredQuestion({ question, answer }: AnsweredQuestionProps) {
  const words = useWords();
  const given = answer && !("skipped" in answer) ? answer : undefined;
  return (
    <div className="ask-answered">
      <div className="ask-answered-question">
        <AgentText text={question.text} />
      </div>
      <ul className="ask-answered-options">
        {question.options.map(({ id, label }) => {
          const isChosen = given?.options?.includes(id) ?? false;
          return (
            <li className="ask-answered-option" data-chosen={isChosen || undefined} key={id}>
              <span aria-hidden="true" className="ask-mark">
                {isChosen ? "✓" : "·"}
              </span>
              <PlainText text={label} />
              {isChosen && <span className="ask-hidden">{words("card.chosen")}</span>}
            </li>
          );
        })}
        {given?.text !== undefined && (
          <li className="ask-answered-option" data-chosen>
            <span aria-hidden="true" className="ask-mark">
              {"✓"}
            </span>
            <span className="ask-written" dir="auto">
              {given.text}
            </span>
          </li>
        )}
      </ul>
      {answer && "skipped" in answer && <p className="ask-muted">{words("card.review.skipped")}</p>}
      {given?.note !== undefined && (
        <p className="ask-part-note" dir="auto">
          {given.note}
        </p>
      )}
    </div>
  );
}
