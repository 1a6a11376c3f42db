import type { AgentProfile } from "@askback/core";
import type { Inquiry, Message } from "@askback/core/wire";
import { memo, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { isOwnMessage, MessageItem } from "./message-item.tsx";

/** Messages of one author within this time share a header. */
const groupingMs = 60_000;

interface TranscriptProps {
  /** Undefined where the reader cannot write. */
  readonly conversationId: string | undefined;
  /** When the conversation was created; a fork has older messages from the conversation before it. */
  readonly createdAt: string;
  readonly messages: readonly Message[];
  readonly agent: AgentProfile;
  /** The reader's id; undefined until it is known. */
  readonly me: string | undefined;
  /** The message that the reader came for. */
  readonly linked: string | undefined;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** The messages, oldest first; only complete ones, so that a screen reader reads each once. */
export const Transcript = memo(function Transcript(props: TranscriptProps) {
  const { conversationId, createdAt, messages, agent, me, linked, onOpen } = props;
  const t = useTranslation();
  const [focused, setFocused] = useState<string>();
  const tabStop = messages.some(({ id }) => id === focused) ? focused : messages.at(-1)?.id;
  const lastSaid = messages.findLast(({ role }) => role === "person");
  return (
    <div
      className="ask-log"
      role="log"
      aria-label={t("chat.log")}
      onFocus={({ target }) => setFocused(target.closest(".ask-message")?.id)}
    >
      {messages.map((message, index) => (
        <MessageItem
          key={message.id}
          message={message}
          agent={agent}
          me={me}
          isContinued={isContinuation(message, messages[index - 1])}
          isLinked={message.id === linked}
          isTabStop={message.id === tabStop}
          conversationId={conversationId}
          canEdit={message === lastSaid && isOwnMessage(message, me) && canForkBefore(message, messages, createdAt)}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
});

/** Whether a message has the same author as the one before: an agent in one run, or within a minute. */
function isContinuation(message: Message, before: Message | undefined): boolean {
  if (message.role !== before?.role) return false;
  return message.role === "agent" && message.runId !== undefined
    ? message.runId === before.runId
    : message.by === before.by && Date.parse(message.at) - Date.parse(before.at) < groupingMs;
}

/**
 * Whether another text can take the place of a message, as far as the transcript tells: not if it is inherited from the
 * conversation before a fork, was written by a card, or was sent while the agent worked.
 */
export function canForkBefore(message: Message, messages: readonly Message[], createdAt: string): boolean {
  if (Date.parse(message.at) < Date.parse(createdAt)) return false;
  const inquiries = messages.flatMap(inquiriesOf);
  if (message.answers !== undefined)
    return inquiries.some(({ id, resolution }) => id === message.answers && resolution?.type === "answered-in-chat");
  // While the agent waits for an answer, a separate message is not delivered either.
  if (message.delivered === false) return inquiries.some(({ resolution }) => resolution === undefined);
  const index = messages.indexOf(message);
  const before = messages[index - 1];
  if (!before) return true;
  // The agent works from a message, or an answer, until it replies.
  if (before.role === "person" || inquiriesOf(before).some((asked) => continuedBefore(asked, message))) return false;
  const after = messages.slice(index).find(({ role }) => role === "agent");
  return after === undefined || after.runId !== before.runId;
}

function inquiriesOf({ blocks }: Message): readonly Inquiry[] {
  return blocks.flatMap((block) => (block.type === "action" ? [block.inquiry] : []));
}

/** Whether an inquiry was resolved before a message, so that the agent continued. */
function continuedBefore({ resolution }: Inquiry, { at }: Message): boolean {
  if (!resolution || resolution.type === "dismissed" || resolution.type === "withdrawn") return false;
  return Date.parse(resolution.at) < Date.parse(at);
}
