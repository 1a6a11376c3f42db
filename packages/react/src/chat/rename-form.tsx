import { type FormEvent, useEffect, useRef, useState } from "react";
import { useAskback } from "../askback-context.ts";
import { useWords } from "../i18n/use-words.ts";
import { isolated } from "../text/isolated.ts";

interface RenameFormProps {
  readonly conversationId: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** The title as a field, until it is saved or Escape leaves it as it was. */
export function RenameForm({ conversationId, title, onClose }: RenameFormProps) {
  const words = useWords();
  const { client } = useAskback();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    // After the menu, which gives the focus back to its button when it goes.
    const frame = requestAnimationFrame(() => field.current?.select());
    return () => cancelAnimationFrame(frame);
  }, []);
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
        aria-label={words("chat.rename-label")}
        defaultValue={title}
        maxLength={200}
      />
      <button type="submit" className="ask-button">
        {words("chat.rename-save")}
      </button>
      <button type="button" className="ask-quiet" onClick={onClose}>
        {words("chat.cancel")}
      </button>
      {problem !== undefined && (
        <p className="ask-alert" role="alert">
          {words("status.refused", { problem: isolated(problem) })}
        </p>
      )}
    </form>
  );
}
