import type { Conversation, Inquiry } from "@askback/core/wire";
import {
  createContext,
  type KeyboardEvent as ReactKeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
} from "react";
import { useAskback } from "../../askback-context.ts";
import { AttachButton } from "../../attachments/attach-button.tsx";
import { AttachmentList } from "../../attachments/attachment-list.tsx";
import { useAttachments } from "../../attachments/use-attachments.ts";
import { questionLine } from "../../card/approval/approval-words.ts";
import { toAttached } from "../../data/files/uploads.ts";
import type { MessageId } from "../../i18n/catalogue.ts";
import { useLanguageAttributes } from "../../i18n/use-language.ts";
import { type MessageDescriptor, useTranslation } from "../../i18n/use-translation.ts";
import { bidiIsolate } from "../../text/sentence.tsx";
import { useAnnounce } from "../../ui/announce.ts";
import { GrowingTextArea } from "../../ui/growing-text-area.tsx";
import { Icon } from "../../ui/icon.tsx";
import { isSendKey } from "../../ui/keyboard.ts";
import { useLatest } from "../../ui/use-latest.ts";
import { useAgent } from "../../use-agents.ts";
import { isWorking } from "../chat-status.ts";
import { appendQuotation, useComposerText } from "./composer-text.ts";
import { OutboxList } from "./outbox-list.tsx";

interface ComposerProps {
  readonly conversationId: string;
  /** Undefined until it is loaded; a person can write before. */
  readonly conversation: Conversation | undefined;
  readonly onSend?: () => void;
  readonly ref?: Ref<ComposerHandle>;
}

/** The field for messages. It is never disabled, whatever the agent does, and works offline. */
export function Composer({ conversationId, conversation, onSend, ref }: ComposerProps) {
  const t = useTranslation();
  const attributes = useLanguageAttributes();
  const { text, write, clearOnceStored } = useComposerText(`composer:${conversationId}`);
  const { outbox } = useAskback();
  const composedAt = useRef(Number.NEGATIVE_INFINITY);
  const form = useRef<HTMLFormElement>(null);
  const attached = useAttachments(`composer:${conversationId}`);
  const isBlank = text.trim() === "" && attached.files.length === 0;
  const asked = conversation?.inquiry?.status === "open" ? conversation.inquiry : undefined;
  const question = asked && questionLine(asked, t);
  const isSeen = useSeenQuestion(asked, !isBlank);

  const agent = bidiIsolate(useAgent(conversation?.agent ?? "").title);
  const unread = unreadReason(conversation);
  const isExternal = conversation?.kind === "external";
  const announce = useAnnounce();
  const focus = () => form.current?.querySelector("textarea")?.focus();
  useImperativeHandle(ref, () => ({
    focus,
    quote(quotation) {
      write(appendQuotation(text, quotation));
      focus();
    },
  }));
  const send = (isSeparate: boolean) => {
    if (isBlank) return focus();
    const notSent = (message: MessageDescriptor) => {
      void announce({ messages: [message], politeness: "assertive" });
      focus();
    };
    if (unread) return notSent({ id: `external.message.${unread}`, values: { agent } });
    // The notice has just appeared that tells which question it answers; as separate it would not be read.
    if (isExternal && !isSeen()) return notSent({ id: "composer.answers", values: { question: question ?? "" } });
    // A message must not answer a question that its author has not seen, also if it is sent later.
    const seen = asked && { answers: { inquiry: asked.id, revision: asked.revision } };
    const message = { conversationId, text: text.trim(), isSeparate: isSeparate || !asked || !isSeen(), ...seen };
    const files = attached.files.map(toAttached);
    const { stored } = outbox.submit({ type: "message", ...message, ...(files.length > 0 && { files }) });
    clearOnceStored(stored);
    attached.clearOnceStored(stored);
    focus();
    onSend?.();
  };
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (!isSendKey(event.nativeEvent, composedAt.current)) return;
    event.preventDefault();
    send(false);
  };

  return (
    <form
      ref={form}
      className="ask-composer"
      {...attributes}
      {...attached.handlers}
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      <OutboxList
        conversationId={conversationId}
        version={conversation?.version ?? 0}
        agent={agent}
        onTakeBack={(taken, files) => {
          write(text.trim() === "" ? taken : `${taken}\n${text}`);
          attached.restore(files);
        }}
      />
      {question !== undefined && !isBlank && (
        <ComposerNotice question={question} onSeparate={isExternal ? undefined : () => send(true)} />
      )}
      {unread && !isBlank && (
        <p className="ask-composer-notice" role="note">
          {t(`external.message.${unread}`, { agent })}
        </p>
      )}
      <AttachmentList attachments={attached} />
      <div className="ask-composer-box">
        <AttachButton
          onPick={(files) => {
            attached.add(files);
            focus();
          }}
        />
        <GrowingTextArea
          className="ask-composer-field"
          enterKeyHint="send"
          autoCapitalize="sentences"
          aria-label={t("composer.label")}
          placeholder={t(placeholderOf(conversation, asked), { agent })}
          title={t("composer.hint")}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          onCompositionEnd={(event) => {
            composedAt.current = event.timeStamp;
          }}
        />
        {conversation && <StopButton conversation={conversation} shape="icon" />}
        <button
          type="submit"
          className="ask-round"
          data-quiet={isBlank || undefined}
          aria-label={t("composer.send")}
          title={t("composer.send")}
        >
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}

interface ComposerNoticeProps {
  readonly question: string;
  /** Undefined where a separate message would not be read. */
  readonly onSeparate?: (() => void) | undefined;
}

function placeholderOf(conversation: Conversation | undefined, asked: Inquiry | undefined): MessageId {
  const unread = unreadReason(conversation);
  if (unread) return `external.placeholder.${unread}`;
  if (!conversation) return "composer.placeholder-unknown";
  return asked ? "composer.placeholder-asked" : "composer.placeholder";
}

/** Says that a message will answer the question, and offers to send it separately. */
export function ComposerNotice({ question, onSeparate }: ComposerNoticeProps) {
  const t = useTranslation();
  return (
    <div className="ask-composer-notice" role="note">
      <span className="ask-composer-notice-text">{t("composer.answers", { question: bidiIsolate(question) })}</span>
      {onSeparate && (
        <button type="button" className="ask-quiet" onClick={onSeparate}>
          {t("composer.separate")}
        </button>
      )}
    </div>
  );
}

interface StopButtonProps {
  readonly conversation: Conversation;
  /** `icon` where it stands in the field for messages. */
  readonly shape: "icon" | "text";
}

/** Stops the agent; shown only while it works. */
export function StopButton({ conversation, shape }: StopButtonProps) {
  const t = useTranslation();
  const { client } = useAskback();
  if (!isWorking(conversation)) return null;
  const stop = () => void client.conversations.stop(conversation.id);
  if (shape === "text")
    return (
      <button type="button" className="ask-button" onClick={stop}>
        {t("composer.stop")}
      </button>
    );
  return (
    <button
      type="button"
      className="ask-round"
      data-stop="true"
      aria-label={t("composer.stop")}
      title={t("composer.stop")}
      onClick={stop}
    >
      <Icon name="stop" />
    </button>
  );
}

/** The composer of the surrounding chat; undefined if nobody can write there. */
export const ComposerContext = createContext<ComposerHandle | undefined>(undefined);

/** What the surrounding chat can do with its composer. */
export interface ComposerHandle {
  focus(): void;
  quote(quotation: string): void;
}

/** How long it takes to notice a question that arrives while writing. */
const seenMs = 1_000;

/** Tells whether the writer can have seen an inquiry: it arrived before they began to write, or some time ago. */
function useSeenQuestion(asked: Inquiry | undefined, isWriting: boolean): () => boolean {
  const since = useRef(Number.NEGATIVE_INFINITY);
  const wasWriting = useLatest(isWriting);
  const name = asked && `${asked.id} ${asked.revision}`;
  useEffect(() => {
    if (name !== undefined) since.current = wasWriting.current ? performance.now() : Number.NEGATIVE_INFINITY;
  }, [name, wasWriting]);
  return () => performance.now() - since.current >= seenMs;
}

/**
 * Why nobody would read a message: a program that runs elsewhere reads answers alone, and a message answers only if one
 * question is open. Undefined where it is read.
 */
export function unreadReason(
  conversation: Pick<Conversation, "kind" | "inquiry" | "openInquiries"> | undefined,
): "several" | "none" | undefined {
  if (conversation?.kind !== "external" || conversation.inquiry?.status === "open") return undefined;
  return (conversation.openInquiries ?? 0) > 1 ? "several" : "none";
}
