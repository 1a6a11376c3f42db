import type { Message } from "@askback/core/wire";
import { memo } from "react";
import { useWords } from "../i18n/use-words.ts";
import { MessageItem } from "./message-item.tsx";

/** What is said within a minute is said in one breath. */
const breath = 60_000;

interface TranscriptProps {
  readonly messages: readonly Message[];
  readonly agent: string;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** The messages, oldest first; whole ones only, so that each is read out once. */
export const Transcript = memo(function Transcript({ messages, agent, onOpen }: TranscriptProps) {
  const words = useWords();
  return (
    <div className="ask-log" role="log" aria-label={words("chat.log")}>
      {messages.map((message, index) => (
        <MessageItem
          key={message.id}
          message={message}
          agent={agent}
          isContinued={continues(message, messages[index - 1])}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
});

/** Whether a message is of the same agent at the same work as the one before, or of a person who just said something. */
function continues(message: Message, before: Message | undefined): boolean {
  if (message.role !== before?.role) return false;
  return message.role === "agent"
    ? message.runId === before.runId
    : message.by === before.by && Date.parse(message.at) - Date.parse(before.at) < breath;
}
