import type { Message } from "@askback/core/wire";
import { type FormEvent, useId, useRef, useState } from "react";
import { useAskback } from "../../askback-context.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ProblemAlert } from "../../problem-alert.tsx";
import { GrowingTextArea } from "../../ui/growing-text-area.tsx";
import { useComposerText } from "../composer/composer-text.ts";
import { useFocusOnOpen } from "../use-focus-on-open.ts";

interface EditMessageFormProps {
  readonly conversationId: string;
  readonly message: Message;
  readonly onClose: () => void;
  readonly onOpen: (conversationId: string) => void;
}

/**
 * A field for another text in place of a message, which starts a fork. It is sent as every message is, and what is written
 * is stored until it is sent or cancelled.
 */
export function EditMessageForm({ conversationId, message, onClose, onOpen }: EditMessageFormProps) {
  const t = useTranslation();
  const { outbox } = useAskback();
  const noteId = useId();
  const form = useRef<HTMLFormElement>(null);
  const original = message.blocks.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  const { text: stored, write, remove } = useComposerText(`edit:${message.id}`);
  const [isChanged, setChanged] = useState(false);
  const text = isChanged || stored !== "" ? stored : original;
  const [problem, setProblem] = useState<string>();
  const isSending = useRef(false);
  useFocusOnOpen(() => form.current?.querySelector("textarea")?.focus());
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (isSending.current) return;
    if (wanted === "") return form.current?.querySelector("textarea")?.focus();
    isSending.current = true;
    setProblem(undefined);
    const { reply } = outbox.submit({
      type: "message",
      conversationId,
      text: wanted,
      isSeparate: false,
      replaces: message.id,
    });
    const answered = await reply;
    isSending.current = false;
    if (!answered.ok) return setProblem(answered.error.title);
    remove(text);
    onClose();
    if ("version" in answered.value) onOpen(answered.value.id);
  };
  return (
    <form
      ref={form}
      className="ask-edit"
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing) onClose();
      }}
    >
      <GrowingTextArea
        aria-label={t("message.edit-label")}
        aria-describedby={noteId}
        value={text}
        onChange={(event) => {
          setChanged(true);
          write(event.target.value);
        }}
      />
      <p id={noteId} className="ask-muted">
        {t("message.edit-note")}
      </p>
      <ProblemAlert message="outbox.failed" problem={problem} />
      <div className="ask-buttons">
        <button
          type="button"
          className="ask-button"
          onClick={() => {
            remove(text);
            onClose();
          }}
        >
          {t("chat.cancel")}
        </button>
        <button type="submit" className="ask-button ask-primary">
          {t("message.edit-send")}
        </button>
      </div>
    </form>
  );
}
