import type { Conversation } from "@askback/core/wire";
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from "react";
import { GrowingTextArea } from "../card/growing-text-area.tsx";
import { useLanguageAttributes } from "../i18n/use-language-attributes.ts";
import { useWords } from "../i18n/use-words.ts";
import { isolated } from "../text/isolated.ts";
import type { ComposerHandle } from "./composer-context.ts";
import { ComposerNotice } from "./composer-notice.tsx";
import { OutboxList } from "./outbox-list.tsx";
import { withQuotation } from "./quotation.ts";
import { isSendKey } from "./send-key.ts";
import { StopButton } from "./stop-button.tsx";
import { useComposerText } from "./use-composer-text.ts";
import { useOutbox } from "./use-outbox.ts";
import { useSeenQuestion } from "./use-seen-question.ts";

interface ComposerProps {
  readonly conversationId: string;
  /** Undefined until it is known; one may write before. */
  readonly conversation: Conversation | undefined;
  readonly onSend?: () => void;
  readonly ref?: Ref<ComposerHandle>;
}

/** Where a person writes. It is never locked, whatever the agent does and whether or not there is a connection. */
export function Composer({ conversationId, conversation, onSend, ref }: ComposerProps) {
  const words = useWords();
  const attributes = useLanguageAttributes();
  const { text, write, handOver } = useComposerText(`composer:${conversationId}`);
  const outbox = useOutbox(conversationId);
  const composedAt = useRef(Number.NEGATIVE_INFINITY);
  const form = useRef<HTMLFormElement>(null);
  const isBlank = text.trim() === "";
  const asked = conversation?.inquiry?.status === "open" ? conversation.inquiry : undefined;
  const question = asked?.questions[0]?.text;
  const isSeen = useSeenQuestion(asked, !isBlank);

  const placeholder = conversation
    ? words("composer.placeholder", { agent: isolated(conversation.agent) })
    : words("composer.placeholder-unknown");
  const focus = () => form.current?.querySelector("textarea")?.focus();
  useImperativeHandle(ref, () => ({
    focus,
    quote(quotation) {
      write(withQuotation(text, quotation));
      focus();
    },
  }));
  const send = (isSeparate: boolean) => {
    if (isBlank) return focus();
    // A message must not answer a question that its author has not seen, now or when there is a connection again.
    const seen = asked && { answers: { inquiry: asked.id, revision: asked.revision } };
    handOver(outbox.send(text.trim(), { isSeparate: isSeparate || !asked || !isSeen(), ...seen }));
    focus();
    onSend?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event.nativeEvent, composedAt.current)) return;
    event.preventDefault();
    send(false);
  };

  return (
    <form
      ref={form}
      className="ask-composer"
      {...attributes}
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      <OutboxList
        outbox={outbox}
        version={conversation?.version ?? 0}
        onTakeBack={(taken) => write(isBlank ? taken : `${taken}\n${text}`)}
      />
      {question !== undefined && !isBlank && <ComposerNotice question={question} onSeparate={() => send(true)} />}
      <div className="ask-composer-box">
        <GrowingTextArea
          className="ask-composer-field"
          enterKeyHint="send"
          autoCapitalize="sentences"
          aria-label={words("composer.label")}
          placeholder={placeholder}
          title={words("composer.hint")}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          onCompositionEnd={(event) => {
            composedAt.current = event.timeStamp;
          }}
        />
        {conversation && <StopButton conversation={conversation} />}
        <button type="submit" className="ask-button ask-primary ask-send">
          {words("composer.send")}
        </button>
      </div>
    </form>
  );
}
