import type { Conversation } from "@askback/core/wire";
import { useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { isolated } from "./isolated.ts";
import { RunTimeline } from "./run-timeline.tsx";
import { TokenUse } from "./token-use.tsx";

interface ChatHeaderProps {
  readonly conversation: Conversation;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** What the conversation is, what it has cost, and its runs on request. */
export function ChatHeader({ conversation, onOpen }: ChatHeaderProps) {
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const { agent, title, usage, forkedFrom, parent } = conversation;
  const origin = forkedFrom ?? parent;
  return (
    <header className="ask-chat-header">
      <h1 className="ask-chat-title">
        <bdi>{title ?? words("chat.untitled", { agent: isolated(agent) })}</bdi>
      </h1>
      <p className="ask-chat-facts">
        <bdi>{agent}</bdi>
        <TokenUse usage={usage} />
        {origin && <span>{words(forkedFrom ? "chat.forked" : "chat.parent")}</span>}
        {origin && onOpen && (
          <button type="button" className="ask-quiet" onClick={() => onOpen(origin.conversationId)}>
            {words("chat.open")}
          </button>
        )}
      </p>
      <details className="ask-chat-runs" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{words("runs.title")}</summary>
        {isOpen && <RunTimeline conversation={conversation} />}
      </details>
    </header>
  );
}
