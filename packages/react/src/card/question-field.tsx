import type { Question } from "@askback/core/wire";
import { useId } from "react";
import { answerIn } from "../draft/draft.ts";
import { useWords } from "../i18n/use-words.ts";
import { AgentText } from "../text/agent-text.tsx";
import type { CardForm } from "./card-form.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { NoteField } from "./note-field.tsx";
import { OptionList } from "./option-list.tsx";
import { OwnWordsField } from "./own-words-field.tsx";

interface QuestionFieldProps {
  readonly card: InquiryCard;
  readonly form: CardForm;
  readonly question: Question;
}

/** One question with all ways to answer it. */
export function QuestionField({ card, form, question }: QuestionFieldProps) {
  const words = useWords();
  const id = useId();
  const { inquiry, draft, change } = card;
  const answer = answerIn(draft, question.id);
  const isGap = form.gap === question.id;
  const isLast = inquiry.questions.at(-1) === question;
  return (
    <fieldset
      aria-describedby={isGap ? `${id}-gap` : undefined}
      className="ask-question-card ask-question"
      data-question={question.id}
      data-skipped={answer.isSkipped || undefined}
      tabIndex={-1}
    >
      <legend className="ask-legend">
        <AgentText text={question.text} />
      </legend>
      {question.multiSelect && <p className="ask-muted ask-several">{words("card.pickSeveral")}</p>}
      {isGap && (
        <p className="ask-gap" id={`${id}-gap`}>
          {words("card.gap.one")}
        </p>
      )}
      {question.options.length > 0 && <OptionList answer={answer} form={form} group={id} question={question} />}
      {question.ownWords && (
        <OwnWordsField
          answer={answer}
          describedBy={isGap ? `${id}-gap` : undefined}
          enterKey={isLast ? "send" : "next"}
          group={id}
          isInvalid={isGap}
          isReadOnly={form.isReadOnly}
          onChoose={() => form.chooseText(question)}
          onWrite={(text) => change({ type: "write", question: question.id, text })}
          question={question}
        />
      )}
      <NoteField
        agent={inquiry.agent}
        isReadOnly={form.isReadOnly}
        isReason={inquiry.approval !== undefined}
        note={answer.note}
        onWrite={(note) => change({ type: "write-note", question: question.id, note })}
      />
    </fieldset>
  );
}
