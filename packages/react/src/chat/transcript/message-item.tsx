import type { AgentProfile } from "@askback/core";
import type { Block, Message } from "@askback/core/wire";
import { memo, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from "react";
import { AgentAvatar } from "../../agent-avatar.tsx";
import { ShownFiles } from "../../attachments/shown-file.tsx";
import { useTranslation } from "../../i18n/use-translation.ts";
import { PersonAvatar } from "../../person-avatar.tsx";
import { withBreaks } from "../../text/long-words.tsx";
import { SourceOnError } from "../../text/source-on-error.tsx";
import { ClockTime } from "../../ui/time.tsx";
import { NamesContext } from "../../use-people.ts";
import { BlockView, unknownBlockText } from "./block-view.tsx";
import { EditMessageForm } from "./edit-message-form.tsx";
import { MessageActions } from "./message-actions.tsx";

interface MessageItemProps {
  readonly message: Message;
  readonly agent: AgentProfile;
  readonly me: string | undefined;
  /** The message before has the same author, and its header stands for both. */
  readonly isContinued: boolean;
  /** The reader came for this message. */
  readonly isLinked: boolean;
  /** Whether Tab leads to the actions of this message. */
  readonly isTabStop: boolean;
  /** Undefined where the reader cannot write. */
  readonly conversationId: string | undefined;
  /** Whether the reader can begin to edit this message. */
  readonly canEdit: boolean;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** One message: the reader's own at the end side, others at the start side with name and time. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const t = useTranslation();
  const { message, agent, me, isContinued, isLinked, isTabStop, conversationId, canEdit, onOpen } = props;
  const [isEditing, setEditing] = useState(false);
  // What was begun goes on, also when a newer message arrives.
  const editIn = canEdit || isEditing ? onOpen && conversationId : undefined;
  const showsForm = isEditing && editIn !== undefined;
  const article = useRef<HTMLElement>(null);
  useFocusAfterEdit(article, showsForm);
  const { role, at, delivered, answers, interrupted, blocks } = message;
  const isOwn = isOwnMessage(message, me);
  const asks = blocks.some((block) => block.type === "action");
  return (
    <article
      className="ask-message"
      data-role={role}
      data-own={isOwn || undefined}
      data-asks={asks || undefined}
      data-continued={isContinued || undefined}
      data-linked={isLinked || undefined}
      id={message.id}
      ref={article}
    >
      {!isContinued && (
        <MessageHead author={role === "agent" ? agent : isOwn ? undefined : (message.by ?? "")}>
          <ClockTime at={at} />
        </MessageHead>
      )}
      {showsForm && onOpen && (
        <EditMessageForm conversationId={editIn} message={message} onClose={() => setEditing(false)} onOpen={onOpen} />
      )}
      <div className="ask-message-body" hidden={showsForm}>
        {blocks.map((block, index) =>
          block.type === "file" ? null : role === "person" && block.type === "text" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended
            <p key={index} className="ask-said" dir="auto">
              {withBreaks(block.text)}
            </p>
          ) : (
            <SourceOnError key={block.type === "action" ? block.inquiry.id : index} source={sourceOf(block)}>
              <BlockView block={block} message={message} onOpen={onOpen} />
            </SourceOnError>
          ),
        )}
        <ShownFiles files={blocks.flatMap((block) => (block.type === "file" ? [block.file] : []))} />
      </div>
      {answers !== undefined && <p className="ask-message-mark">{t("chat.answered-by")}</p>}
      {delivered === false && <p className="ask-message-mark">{t("chat.unread")}</p>}
      {interrupted && <p className="ask-message-mark">{t("chat.interrupted")}</p>}
      {!showsForm && (
        <MessageActions
          message={message}
          isTabStop={isTabStop}
          onEdit={editIn !== undefined ? () => setEditing(true) : undefined}
        />
      )}
    </article>
  );
});

/** What is shown of a block that cannot be shown as it should. */
function sourceOf(block: Block): string {
  if (block.type === "tool") return [block.call.name, block.result?.text ?? ""].join("\n");
  return block.type === "action"
    ? block.inquiry.questions.map(({ text }) => text).join("\n")
    : unknownBlockText(block).text;
}

/** Returns the focus to the button or menu that opened the form. */
function useFocusAfterEdit(article: RefObject<HTMLElement | null>, showsForm: boolean): void {
  const before = useRef(showsForm);
  useEffect(() => {
    const wasShown = before.current;
    before.current = showsForm;
    if (!wasShown || showsForm) return;
    // One of them is shown, and what is not does not take the focus.
    const openers = article.current?.querySelectorAll<HTMLElement>(
      ".ask-message-menu button, .ask-message-actions button:last-of-type",
    );
    for (const opener of openers ?? []) opener.focus();
  }, [article, showsForm]);
}

/** Whether the reader wrote a message; one without an author is theirs. */
export function isOwnMessage({ role, by }: Pick<Message, "role" | "by">, me: string | undefined): boolean {
  return role === "person" && (by === undefined || by === me);
}

interface MessageHeadProps {
  /** An agent, or the id of another person; undefined for the reader. */
  readonly author: AgentProfile | string | undefined;
  readonly children: ReactNode;
}

/** Who wrote a message, and when. Only screen readers need it over the reader's own messages. */
export function MessageHead({ author, children }: MessageHeadProps) {
  const t = useTranslation();
  const nameOf = useContext(NamesContext);
  const isPerson = typeof author === "string";
  const name = author === undefined ? t("chat.you") : isPerson ? nameOf(author) : author.title;
  return (
    <header className={author === undefined ? "ask-hidden" : "ask-message-head"}>
      {author !== undefined && (
        <span className="ask-message-picture">
          {isPerson ? <PersonAvatar person={author} /> : <AgentAvatar avatar={author.avatar} />}
        </span>
      )}
      <bdi className="ask-message-from">{name}</bdi>
      {children}
    </header>
  );
}
