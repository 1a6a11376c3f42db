import type { DraftAnswer, Question } from "@askback/core/wire";
import { useId, useState } from "react";
import { AttachButton } from "../../attachments/attach-button.tsx";
import { AttachmentList } from "../../attachments/attachment-list.tsx";
import { useAttachments } from "../../attachments/use-attachments.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { GrowingTextArea } from "../../ui/growing-text-area.tsx";

interface OwnWordsRowProps {
  readonly question: Question;
  readonly answer: DraftAnswer;
  readonly group: string;
  readonly isReadOnly: boolean;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
  readonly enterKey: "send" | "next";
  onChoose(): void;
  onWrite(text: string): void;
  /** The name under which files on their way are stored. */
  readonly fieldName: string;
  onDetach(id: string): void;
}

/** The last row of the options, which is the field for own words: writing picks it, and clearing the field unpicks it. */
export function OwnWordsRow(props: OwnWordsRowProps) {
  const { question, answer, group, isReadOnly, isInvalid, describedBy, enterKey, onChoose, onWrite } = props;
  const t = useTranslation();
  const id = useId();
  // A field that shrinks when it loses the focus would move the button that is being pressed.
  const [isPressed, setPressed] = useState(false);
  const isOnly = question.options.length === 0;
  const isKept = !isOnly && !answer.isTextChosen && answer.text.trim() !== "";
  const attached = useAttachments(props.fieldName, answer.files?.length ?? 0);
  const mayAttach = attached.isAvailable && !isReadOnly;
  const name = t(isOnly ? "card.ownWordsOnly" : "card.ownWords");
  return (
    <div
      className={`ask-own-words${answer.isTextChosen ? " selected" : ""}`}
      data-grown={isOnly || isPressed || answer.text !== "" || undefined}
      data-kept={isKept || undefined}
      {...(mayAttach && attached.handlers)}
    >
      {!isOnly && (
        <label className="ask-own-words-choice">
          <input
            aria-disabled={isReadOnly || undefined}
            aria-label={name}
            checked={answer.isTextChosen}
            name={group}
            onChange={() => !isReadOnly && onChoose()}
            type={question.multiSelect ? "checkbox" : "radio"}
            value=""
          />
        </label>
      )}
      <GrowingTextArea
        aria-describedby={[isKept && `${id}-kept`, describedBy].filter(Boolean).join(" ") || undefined}
        aria-invalid={isInvalid || undefined}
        aria-label={name}
        autoCapitalize="sentences"
        data-field="own-words"
        enterKeyHint={enterKey}
        maxLength={10_000}
        onChange={({ target }) => onWrite(target.value)}
        onPointerDown={() => setPressed(true)}
        placeholder={name}
        readOnly={isReadOnly}
        value={answer.text}
      />
      {mayAttach && <AttachButton onPick={attached.add} />}
      {!isOnly && (
        <span aria-hidden="true" className="ask-key">
          {"O"}
        </span>
      )}
      <AttachmentList
        attachments={attached}
        isReadOnly={isReadOnly}
        onDetach={props.onDetach}
        stored={answer.files ?? []}
      />
      {isKept && (
        <p className="ask-kept" id={`${id}-kept`}>
          {t("card.ownWordsKept")}
        </p>
      )}
    </div>
  );
}
