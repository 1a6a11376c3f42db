import { neutralise } from "@askback/core";
import { useId, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { GrowingTextArea } from "./growing-text-area.tsx";

interface NoteFieldProps {
  readonly note: string;
  readonly agent: string;
  readonly isReason: boolean;
  readonly isReadOnly: boolean;
  onWrite(note: string): void;
}

/** A note beside an answer, behind a button until somebody wants one; the reason of an approval is there at once. */
export function NoteField({ note, agent, isReason, isReadOnly, onWrite }: NoteFieldProps) {
  const words = useWords();
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  if (!isAsked && !isReason && note === "")
    return (
      <button className="ask-quiet ask-add-note" data-open="note" onClick={() => setAsked(true)} type="button">
        {words("card.addNote")}
      </button>
    );
  return (
    <div className="ask-note">
      <label htmlFor={id}>{words(isReason ? "card.reasonOptional" : "card.note")}</label>
      <GrowingTextArea
        // Only whoever asked for the field is taken to it.
        autoFocus={isAsked}
        className="ask-additional-comments-textarea"
        data-field="note"
        id={id}
        maxLength={2_000}
        onChange={({ target }) => onWrite(target.value)}
        placeholder={words("card.noteHint", { agent: neutralise(agent) })}
        readOnly={isReadOnly}
        value={note}
      />
    </div>
  );
}
