import { neutralise } from "@askback/core";
import type { DraftAnswer, Option, Question } from "@askback/core/wire";
import { agentTitleOf } from "../../../../react/src/card/card-title.ts";
import { answerIn } from "../../../../react/src/data/drafts/draft.ts";
import type { CardActions } from "../controller.ts";
import type { Shown } from "./card-view.tsx";
import { AgentText, Field, PlainText } from "./text.tsx";

/** One question with its options, own words, and a note or comment. */
export function QuestionView({ shown, question }: { readonly shown: Shown; readonly question: Question }) {
  const { state, words, actions, inquiry, isReadOnly } = shown;
  const { t } = words;
  const answer = answerIn(state.draft, question.id);
  const isGap = state.gap === question.id;
  return (
    <fieldset
      aria-describedby={isGap ? "gap" : undefined}
      aria-labelledby="question"
      className="ask-question"
      data-question={question.id}
      data-skipped={answer.isSkipped || undefined}
      data-step
      tabIndex={-1}
    >
      {question.multiSelect && <p className="ask-several">{t("card.pickSeveral")}</p>}
      {isGap && (
        <p className="ask-gap" id="gap">
          {t("card.gap.one")}
        </p>
      )}
      <ul className="ask-options">
        {question.options.map((option, nth) => (
          <OptionRow answer={answer} key={option.id} nth={nth} option={option} question={question} shown={shown} />
        ))}
      </ul>
      {question.ownWords && <OwnWords answer={answer} isGap={isGap} question={question} shown={shown} />}
      <NoteOf
        actions={actions}
        answer={answer}
        comment={state.draft.comment}
        hints={{ agent: agentTitleOf({ inquiry }) }}
        isOnly={inquiry.questions.length === 1}
        isOpened={state.openNotes.includes(question.id)}
        isReadOnly={isReadOnly}
        question={question}
        words={words}
      />
    </fieldset>
  );
}

interface OptionRowProps {
  readonly shown: Shown;
  readonly question: Question;
  readonly option: Option;
  /** Counted from 0; the digit of its number picks it. */
  readonly nth: number;
  readonly answer: DraftAnswer;
}

/** One choice: a label with a native input, and its preview beside the label, since a control must not be inside another. */
function OptionRow({ shown, question, option, nth, answer }: OptionRowProps) {
  const { state, words, actions, isReadOnly } = shown;
  const { id: name, label, description, recommended, preview } = option;
  const id = `option-${name}`;
  const isPicked = answer.options.includes(name);
  const isOpen = state.openPreview === name;
  const described = [description && `${id}-description`, recommended && `${id}-recommended`].filter(Boolean).join(" ");
  return (
    <li className="ask-option">
      <label className={`ask-option-row${isPicked ? " selected" : ""}`}>
        <input
          aria-describedby={described || undefined}
          aria-disabled={isReadOnly || undefined}
          aria-labelledby={`${id}-label`}
          checked={isPicked}
          name="option"
          onChange={() => actions.change({ type: "pick", question: question.id, option: name })}
          type={question.multiSelect ? "checkbox" : "radio"}
          value={name}
        />
        <span className="ask-option-text">
          <span className="ask-option-label">
            <PlainText id={`${id}-label`} text={label} />
            {recommended && (
              <span className="ask-badge">
                <span aria-hidden="true">{"★\u00A0"}</span>
                <span dir="auto" id={`${id}-recommended`}>
                  {recommended.reason
                    ? words.t("card.recommendedWhy", { reason: neutralise(recommended.reason) })
                    : words.t("card.recommended")}
                </span>
              </span>
            )}
          </span>
          {description && (
            <span className="ask-option-description">
              <AgentText id={`${id}-description`} text={description} />
            </span>
          )}
        </span>
        {nth < 9 && (
          <span aria-hidden="true" className="ask-key">
            {nth + 1}
          </span>
        )}
      </label>
      {preview && (
        <button
          aria-controls={isOpen ? `${id}-preview` : undefined}
          aria-expanded={isOpen}
          aria-label={words.t("card.previewOf", { label: neutralise(label) })}
          className="ask-quiet ask-preview-toggle"
          onClick={() => actions.togglePreview(name)}
          type="button"
        >
          {words.t("card.preview")}
        </button>
      )}
      {preview && isOpen && (
        <div className="ask-preview" id={`${id}-preview`}>
          <pre className="ask-pre" dir="auto">
            {neutralise(preview.text)}
          </pre>
        </div>
      )}
    </li>
  );
}

interface OwnWordsProps {
  readonly shown: Shown;
  readonly question: Question;
  readonly answer: DraftAnswer;
  readonly isGap: boolean;
}

/** The last row of the options, which is the field for own words: writing picks it, and clearing the field unpicks it. */
function OwnWords({ shown: { words, actions, isReadOnly }, question, answer, isGap }: OwnWordsProps) {
  const { t } = words;
  const isOnly = question.options.length === 0;
  const isKept = !isOnly && !answer.isTextChosen && answer.text.trim() !== "";
  const name = t(isOnly ? "card.ownWordsOnly" : "card.ownWords");
  return (
    <div
      className={`ask-own-words${answer.isTextChosen ? " selected" : ""}`}
      data-grown={isOnly || answer.text !== "" || undefined}
      data-kept={isKept || undefined}
    >
      {!isOnly && (
        <label className="ask-own-words-choice">
          <input
            aria-disabled={isReadOnly || undefined}
            aria-label={name}
            checked={answer.isTextChosen}
            name="option"
            onChange={() => actions.chooseText(question.id)}
            type={question.multiSelect ? "checkbox" : "radio"}
            value=""
          />
        </label>
      )}
      <textarea
        aria-describedby={[isKept && "kept", isGap && "gap"].filter(Boolean).join(" ") || undefined}
        aria-invalid={isGap || undefined}
        aria-label={name}
        className="ask-field"
        data-field="own-words"
        dir="auto"
        maxLength={10_000}
        onInput={({ currentTarget: { value: text } }) => actions.change({ type: "write", question: question.id, text })}
        placeholder={name}
        readOnly={isReadOnly}
        rows={1}
        value={answer.text}
      />
      {!isOnly && (
        <span aria-hidden="true" className="ask-key">
          {"O"}
        </span>
      )}
      {isKept && (
        <p className="ask-kept" id="kept">
          {t("card.ownWordsKept")}
        </p>
      )}
    </div>
  );
}

interface NoteProps extends Pick<Shown, "words" | "isReadOnly"> {
  readonly actions: Pick<CardActions, "change">;
  readonly question: Question;
  readonly answer: DraftAnswer;
  readonly comment: string;
  readonly hints: { readonly agent: string };
  /** A note to the only question would be a comment under another name. */
  readonly isOnly: boolean;
  readonly isOpened: boolean;
}

function NoteOf({ words, actions, question, answer, comment, hints, isOnly, isOpened, isReadOnly }: NoteProps) {
  const value = isOnly ? comment : answer.note;
  if (!isOpened && value === "") return null;
  return (
    <div className="ask-note">
      <Field
        hint={words.t(isOnly ? "card.commentHint" : "card.noteHint", hints)}
        id="note"
        isReadOnly={isReadOnly}
        label={words.t(isOnly ? "card.comment" : "card.note")}
        maxLength={isOnly ? 10_000 : 2_000}
        name="note"
        onWrite={(text) =>
          actions.change(
            isOnly
              ? { type: "write-comment", comment: text }
              : { type: "write-note", question: question.id, note: text },
          )
        }
        value={value}
      />
    </div>
  );
}
