import { useId, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { Sheet } from "./sheet.tsx";

interface OwnTimeFormProps {
  onChoose(until: number): void;
  onClose(): void;
}

/** Asks until when to put an inquiry off. */
export function OwnTimeForm({ onChoose, onClose }: OwnTimeFormProps) {
  const words = useWords();
  const id = useId();
  const [time, setTime] = useState("");
  const [isPast, setPast] = useState(false);
  return (
    <Sheet title={words("inbox.snooze.own")} onClose={onClose}>
      <form
        className="ask-sheet-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const until = Date.parse(time);
          if (!(until > Date.now())) return setPast(true);
          onChoose(until);
          onClose();
        }}
      >
        <label htmlFor={id}>{words("inbox.snooze.until")}</label>
        <input
          id={id}
          className="ask-field"
          type="datetime-local"
          value={time}
          aria-invalid={isPast || undefined}
          aria-describedby={isPast ? `${id}-problem` : undefined}
          onChange={({ target }) => setTime(target.value)}
        />
        {isPast && (
          <p id={`${id}-problem`} className="ask-inbox-problem" role="alert">
            {words("inbox.snooze.past")}
          </p>
        )}
        <div className="ask-buttons">
          <button type="button" className="ask-button" onClick={onClose}>
            {words("inbox.cancel")}
          </button>
          <button type="submit" className="ask-button ask-primary">
            {words("inbox.snooze")}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
