import type { DraftAnswer, Question } from "@askback/core/wire";
import { useId } from "react";
import { useWords } from "../i18n/use-words.ts";
import { GrowingTextArea } from "./growing-text-area.tsx";

interface OwnWordsFieldProps {
  readonly question: Question;
  readonly answer: DraftAnswer;
  readonly group: string;
  readonly isReadOnly: boolean;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
  readonly enterKey: "send" | "next";
  onChoose(): void;
  onWrite(text: string): void;
}

/** A choice like the others whose field is always there: writing chooses it, and clearing takes that back. */
export function OwnWordsField(props: OwnWordsFieldProps) {
  const { question, answer, group, isReadOnly, isInvalid, describedBy, enterKey, onChoose, onWrite } = props;
  const words = useWords();
  const id = useId();
  const isOnly = question.options.length === 0;
  const isKept = !isOnly && !answer.isTextChosen && answer.text.trim() !== "";
  return (
    <div className={`ask-own-words${answer.isTextChosen ? " selected" : ""}`} data-kept={isKept || undefined}>
      <div className="ask-own-words-choice">
        {!isOnly && (
          <input
            aria-disabled={isReadOnly || undefined}
            aria-labelledby={`${id}-label`}
            checked={answer.isTextChosen}
            id={`${id}-choice`}
            name={group}
            onChange={() => !isReadOnly && onChoose()}
            type={question.multiSelect ? "checkbox" : "radio"}
            value=""
          />
        )}
        <label htmlFor={isOnly ? `${id}-field` : `${id}-choice`} id={`${id}-label`}>
          {words(isOnly ? "card.ownWordsOnly" : "card.ownWords")}
        </label>
        {isKept && (
          <span className="ask-kept" id={`${id}-kept`}>
            {words("card.ownWordsKept")}
          </span>
        )}
      </div>
      <GrowingTextArea
        aria-describedby={[isKept && `${id}-kept`, describedBy].filter(Boolean).join(" ") || undefined}
        aria-invalid={isInvalid || undefined}
        aria-labelledby={`${id}-label`}
        autoCapitalize="sentences"
        data-field="own-words"
        enterKeyHint={enterKey}
        id={`${id}-field`}
        maxLength={10_000}
        onChange={({ target }) => onWrite(target.value)}
        placeholder={words("card.ownWordsHint")}
        readOnly={isReadOnly}
        value={answer.text}
      />
    </div>
  );
}
