import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useId, useState } from "react";
import { GrowingTextArea } from "../card/growing-text-area.tsx";
import { useWords } from "../i18n/use-words.ts";
import { Sentence } from "../text/sentence.tsx";
import { Sheet } from "./sheet.tsx";

interface DeclineFormProps {
  readonly inquiry: Inquiry;
  onDecline(comment: string | undefined): void;
  onClose(): void;
}

/** Asks for a reason before an inquiry is declined; who presses Enter without looking cancels. */
export function DeclineForm({ inquiry, onDecline, onClose }: DeclineFormProps) {
  const words = useWords();
  const field = useId();
  const [reason, setReason] = useState("");
  return (
    <Sheet title={words("inbox.decline.title")} onClose={onClose}>
      <form
        className="ask-sheet-form"
        onSubmit={(event) => {
          event.preventDefault();
          onDecline(reason.trim() === "" ? undefined : reason);
          onClose();
        }}
      >
        <p className="ask-muted">
          <Sentence id="inbox.decline.hint" values={{ agent: neutralise(inquiry.agent) }} />
        </p>
        <label htmlFor={field}>{words("inbox.decline.reason")}</label>
        <GrowingTextArea
          id={field}
          maxLength={10_000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
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
