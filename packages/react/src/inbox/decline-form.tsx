import type { Failure } from "@askback/client";
import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useId, useState } from "react";
import { GrowingTextArea } from "../card/growing-text-area.tsx";
import { useReason } from "../card/use-reason.ts";
import { useWords } from "../i18n/use-words.ts";
import { isSettled } from "../live/inquiry-order.ts";
import { Sentence } from "../text/sentence.tsx";
import { Sheet } from "./sheet.tsx";

interface DeclineFormProps {
  readonly inquiry: Inquiry;
  /** Why it could not be declined, when that was tried. */
  readonly problem: Failure | undefined;
  /** Says whether it was. */
  onDecline(comment: string | undefined): Promise<boolean>;
  onClose(): void;
}

/** Asks for a reason before an inquiry is declined; who presses Enter without looking cancels. */
export function DeclineForm({ inquiry, problem, onDecline, onClose }: DeclineFormProps) {
  const words = useWords();
  const field = useId();
  const { text, write } = useReason(inquiry.id);
  const [reason, setReason] = useState(text);
  // When the inquiry has ended the card takes the words, which shall not vanish here while somebody reads them.
  if (reason !== text && !isSettled(inquiry)) setReason(text);
  const decline = async () => {
    if (await onDecline(reason.trim() === "" ? undefined : reason)) onClose();
  };
  return (
    <Sheet title={words("inbox.decline.title")} onClose={onClose}>
      <form
        className="ask-sheet-form"
        onSubmit={(event) => {
          event.preventDefault();
          void decline();
        }}
      >
        <p className="ask-muted">
          <Sentence id="inbox.decline.hint" values={{ agent: neutralise(inquiry.agent) }} />
        </p>
        <label htmlFor={field}>{words("inbox.decline.reason")}</label>
        <GrowingTextArea
          id={field}
          maxLength={10_000}
          readOnly={isSettled(inquiry)}
          value={reason}
          onChange={({ target }) => write(target.value)}
        />
        {problem && (
          <p className="ask-inbox-problem" role="alert">
            {words("inbox.notDone", { reason: problem.title })}
          </p>
        )}
        <div className="ask-buttons">
          {/* biome-ignore lint/a11y/noAutofocus: the form was asked for, and the harmless button is its first */}
          <button autoFocus type="button" className="ask-button" onClick={onClose}>
            {words("inbox.cancel")}
          </button>
          <button type="submit" className="ask-button ask-danger">
            {words("inbox.decline.confirm")}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
