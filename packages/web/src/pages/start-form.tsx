import { createIdempotencyKey } from "@askback/client";
import type { Agent } from "@askback/core/wire";
import {
  type Askback,
  AttachButton,
  AttachmentList,
  isSendKey,
  oncePerProvider,
  useAskback,
  useAttachments,
  useComposerText,
  useTranslation,
} from "@askback/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { isFocusFree, navigate } from "../router.tsx";
import { createStartConversation } from "./start-conversation.ts";
import { UnavailableNote } from "./unavailable-note.tsx";

/** Outlives the page, so that a start that is repeated after coming back has the same key. */
const startConversationOf = oncePerProvider(({ client }: Askback) =>
  createStartConversation({ start: client.conversations.start, createKey: createIdempotencyKey }),
);

interface StartFormProps {
  /** Undefined until the agents are loaded; a person can write before. */
  readonly agent: Agent | undefined;
  /** Whether the field has the focus when the page opens. */
  readonly takesFocus?: boolean;
}

/** The first message of a conversation, with examples of what to write. The text is kept until it is sent. */
export function StartForm({ agent, takesFocus = false }: StartFormProps) {
  const t = useAppTranslation();
  const startConversation = startConversationOf(useAskback());
  const { text, write, remove } = useComposerText("start");
  const attached = useAttachments("start");
  const tellOfFiles = useTranslation();
  const [state, setState] = useState<"ready" | "starting" | { readonly problem: string }>("ready");
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const composedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    // On touch the focus would open the keyboard over the agents.
    const isFree = takesFocus && isFocusFree() && !matchMedia("(pointer: coarse)").matches;
    if (isFree) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const start = async (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    const files = attached.files.flatMap(({ file }) => file?.id ?? []);
    if (message === "" && attached.files.length === 0) return field.current?.focus();
    if (!agent || state === "starting") return;
    if (files.length < attached.files.length) return setState({ problem: tellOfFiles("files.wait") });
    setState("starting");
    const body = { agent: agent.name, message, ...(files.length > 0 && { files }) };
    const started = await startConversation(body, attached.uploadAgain);
    if (!started.ok) return setState({ problem: started.error.title });
    for (const { key } of attached.files) attached.remove(key);
    // Text that was written meanwhile stays for the next conversation.
    remove(text);
    // A person who has left the page stays where they are.
    if (form.current) navigate({ page: "chat", conversation: started.value.id }, "push", "composer");
  };
  const fill = (example: string) => {
    const isReplaced = text.trim() === "" || agent?.examples.includes(text);
    write(isReplaced ? example : `${text.trimEnd()}\n${example}`);
    field.current?.focus();
  };

  return (
    <form ref={form} className="app-start-form" onSubmit={start} {...attached.handlers}>
      <UnavailableNote agent={agent} />
      <AttachmentList attachments={attached} />
      <div className="app-start-box">
        <textarea
          ref={field}
          className="app-start-field"
          rows={2}
          dir="auto"
          aria-label={t("start.message")}
          placeholder={agent && t("start.placeholder", { agent: `\u2068${agent.title}\u2069` })}
          enterKeyHint="send"
          value={text}
          onChange={(event) => write(event.target.value)}
          onCompositionEnd={(event) => {
            composedAt.current = event.timeStamp;
          }}
          onKeyDown={(event) => {
            if (!isSendKey(event.nativeEvent, composedAt.current)) return;
            event.preventDefault();
            form.current?.requestSubmit();
          }}
        />
        <div className="app-start-actions">
          <AttachButton onPick={attached.add} />
          <button type="submit" className="ask-button ask-primary">
            {t(state === "starting" ? "start.starting" : "start.send")}
          </button>
        </div>
      </div>
      {typeof state === "object" && (
        <p className="ask-alert" role="alert">
          {t("start.failed", { problem: state.problem })}
        </p>
      )}
      {agent && agent.examples.length > 0 && (
        <ul className="app-examples" aria-label={t("start.examples")}>
          {agent.examples.map((example) => (
            <li key={example}>
              <button type="button" className="app-example" dir="auto" onClick={() => fill(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
