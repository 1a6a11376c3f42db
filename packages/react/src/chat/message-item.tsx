import type { Message } from "@askback/core/wire";
import { memo } from "react";
import { useWords } from "../i18n/use-words.ts";
import { BlockView } from "./block-view.tsx";
import { ClockTime } from "./clock-time.tsx";

interface MessageItemProps {
  readonly message: Message;
  readonly agent: string;
  /** It goes on from the message before, whose name and time stand for both. */
  readonly isContinued: boolean;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

export const MessageItem = memo(function MessageItem({ message, agent, isContinued, onOpen }: MessageItemProps) {
  const words = useWords();
  const { role, at, delivered, answers, interrupted, blocks } = message;
  const asks = blocks.some((block) => block.type === "action");
  return (
    <article className="ask-message" data-role={role} data-asks={asks || undefined} id={message.id}>
      {!isContinued && (
        <header className="ask-message-head">
          <bdi className="ask-message-from">{role === "agent" ? agent : words("chat.you")}</bdi>
          <ClockTime at={at} />
        </header>
      )}
      <div className="ask-message-body">
        {blocks.map((block, index) =>
          role === "person" && block.type === "text" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended
            <p key={index} className="ask-said" dir="auto">
              {block.text}
            </p>
          ) : (
            <BlockView
              key={block.type === "action" ? block.inquiry.id : index}
              block={block}
              message={message}
              onOpen={onOpen}
            />
          ),
        )}
      </div>
      {answers !== undefined && <p className="ask-message-mark">{words("chat.answered-by")}</p>}
      {delivered === false && <p className="ask-message-mark">{words("chat.unread")}</p>}
      {interrupted && <p className="ask-message-mark">{words("chat.interrupted")}</p>}
    </article>
  );
});
