import type { Question } from "@askback/core/wire";
import { useId, useState } from "react";
import { answerIn } from "../../data/drafts/draft.ts";
import { ownWordsFiles } from "../../data/files/draft-files.ts";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { AgentText, PlainText } from "../../text/agent-text.tsx";
import { GrowingTextArea } from "../../ui/growing-text-area.tsx";
import { agentTitleOf } from "../card-title.ts";
import { CommentField } from "./comment-field.tsx";
import { OptionList } from "./option-list.tsx";
import { OwnWordsRow } from "./own-words-row.tsx";
import type { CardForm } from "./use-card-form.ts";

interface QuestionFieldProps {
  readonly card: InquiryCard;
  readonly form: CardForm;
  readonly question: Question;
  /** The id of the question's text if it is shown elsewhere; without it the text is shown here. */
  readonly labelledBy: string | undefined;
}

/** One question with its options, own words and note or comment. */
export function QuestionField({ card, form, question, labelledBy }: QuestionFieldProps) {
  const t = useTranslation();
  const id = useId();
  const { inquiry, draft, change } = card;
  const answer = answerIn(draft, question.id);
  const isGap = form.gap === question.id;
  // A note to the only question would be a comment under another name.
  const isOnly = inquiry.questions.length === 1;
  const isOpened = form.openNotes.has(question.id);
  const isNoteOpen = useStaysOpen(answer.note !== "" || (isOpened && !isOnly));
  const isCommentOpen = useStaysOpen(isOnly && (draft.comment !== "" || isOpened));
  return (
    <fieldset
      aria-describedby={isGap ? `${id}-gap` : undefined}
      aria-labelledby={labelledBy}
      className="ask-question-card ask-question"
      data-question={question.id}
      data-skipped={answer.isSkipped || undefined}
      tabIndex={-1}
    >
      {labelledBy === undefined && (
        <legend className="ask-legend">
          {question.header !== undefined && (
            <span className="ask-question-label">
              <PlainText text={question.header} />
            </span>
          )}
          <AgentText text={question.text} />
        </legend>
      )}
      {question.multiSelect && <p className="ask-several">{t("card.pickSeveral")}</p>}
      {isGap && (
        <p className="ask-gap" id={`${id}-gap`}>
          {t("card.gap.one")}
        </p>
      )}
      {question.options.length > 0 && <OptionList answer={answer} form={form} group={id} question={question} />}
      {question.ownWords && (
        <OwnWordsRow
          answer={answer}
          describedBy={isGap ? `${id}-gap` : undefined}
          enterKey={inquiry.questions.at(-1) === question ? "send" : "next"}
          group={id}
          isInvalid={isGap}
          isReadOnly={form.isReadOnly}
          onChoose={() => form.chooseText(question)}
          onWrite={(text) => change({ type: "write", question: question.id, text })}
          fieldName={ownWordsFiles(inquiry.id, question.id)}
          onDetach={(file) => form.detach(question.id, file)}
          question={question}
        />
      )}
      {isNoteOpen && (
        <NoteField
          agent={agentTitleOf(card)}
          isReadOnly={form.isReadOnly}
          note={answer.note}
          onWrite={(note) => change({ type: "write-note", question: question.id, note })}
        />
      )}
      {isCommentOpen && <CommentField card={card} isReadOnly={form.isReadOnly} />}
      {/* Where all questions are on one page, the menu of the card does not know which one is meant. */}
      {!isNoteOpen && labelledBy === undefined && (
        <button className="ask-quiet ask-add-note" onClick={() => form.openNote(question.id)} type="button">
          {t("card.addNote")}
        </button>
      )}
    </fieldset>
  );
}

interface NoteFieldProps {
  readonly note: string;
  readonly agent: string;
  readonly isReadOnly: boolean;
  onWrite(note: string): void;
}

/** A note to an answer. */
function NoteField({ note, agent, isReadOnly, onWrite }: NoteFieldProps) {
  const t = useTranslation();
  const id = useId();
  return (
    <div className="ask-note">
      <label htmlFor={id}>{t("card.note")}</label>
      <GrowingTextArea
        className="ask-additional-comments-textarea"
        data-field="note"
        id={id}
        maxLength={2_000}
        onChange={({ target }) => onWrite(target.value)}
        placeholder={t("card.noteHint", { agent })}
        readOnly={isReadOnly}
        value={note}
      />
    </div>
  );
}

/** A field that was open stays so when its text is deleted, since somebody may be about to write another. */
function useStaysOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
}
