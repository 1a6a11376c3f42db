import { type FormEvent, useRef, useState } from "react";
import { useAskback } from "../../askback-context.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ProblemAlert } from "../../problem-alert.tsx";
import { useFocusOnOpen } from "../use-focus-on-open.ts";

interface RenameFormProps {
  readonly conversationId: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** A field for the title; Escape leaves the title as it was. */
export function RenameForm({ conversationId, title, onClose }: RenameFormProps) {
  const t = useTranslation();
  const { client } = useAskback();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  useFocusOnOpen(() => field.current?.select());
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = field.current?.value.trim() ?? "";
    if (wanted === "" || wanted === title) return onClose();
    const renamed = await client.conversations.rename(conversationId, { title: wanted });
    if (renamed.ok) onClose();
    else setProblem(renamed.error.title);
  };
  return (
    <form
      className="ask-rename"
      onSubmit={rename}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing) onClose();
      }}
    >
      <input
        ref={field}
        className="ask-rename-field"
        dir="auto"
        aria-label={t("chat.rename-label")}
        defaultValue={title}
        maxLength={200}
      />
      <button type="submit" className="ask-button">
        {t("chat.rename-save")}
      </button>
      <button type="button" className="ask-quiet" onClick={onClose}>
        {t("chat.cancel")}
      </button>
      <ProblemAlert problem={problem} />
    </form>
  );
}
