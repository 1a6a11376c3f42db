import type { Conversation } from "@askback/core/wire";
import { useState } from "react";
import { MenuButton } from "../card/menu-button.tsx";
import { useWords } from "../i18n/use-words.ts";
import { isolated } from "../text/isolated.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { RenameForm } from "./rename-form.tsx";
import { RunTimeline } from "./run-timeline.tsx";
import { TokenUse } from "./token-use.tsx";

interface ChatHeaderProps {
  readonly conversation: Conversation;
  readonly onOpen: ((conversationId: string) => void) | undefined;
  readonly onDeleted: (() => void) | undefined;
}

/** What the conversation is, what it has cost, what can be done with it, and its runs on request. */
export function ChatHeader({ conversation, onOpen, onDeleted }: ChatHeaderProps) {
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const [doing, setDoing] = useState<"rename" | "delete">();
  const { agent, title, usage, forkedFrom, parent } = conversation;
  const stop = () => setDoing(undefined);
  const name = title ?? words("chat.untitled", { agent: isolated(agent) });
  return (
    <header className="ask-chat-header">
      {doing === "rename" ? (
        <RenameForm conversationId={conversation.id} title={title ?? ""} onClose={stop} />
      ) : (
        <h1 className="ask-chat-title" dir="auto" title={name}>
          {name}
        </h1>
      )}
      <p className="ask-chat-facts">
        <bdi>{agent}</bdi>
        <TokenUse usage={usage} />
        {forkedFrom && <span>{words("chat.forked")}</span>}
        {forkedFrom && onOpen && (
          <button type="button" className="ask-quiet" onClick={() => onOpen(forkedFrom.conversationId)}>
            {words("chat.open")}
          </button>
        )}
        {parent && <span>{words("chat.parent")}</span>}
      </p>
      <details className="ask-chat-runs" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{words("runs.title")}</summary>
        {isOpen && <RunTimeline conversation={conversation} />}
      </details>
      {/* What is to become of a sub-agent's conversation is decided in its parent's. */}
      {!parent && (
        <div className="ask-chat-menu">
          <MenuButton
            label={words("chat.menu")}
            actions={[
              { words: words("chat.rename"), act: () => setDoing("rename") },
              { words: words("chat.delete"), act: () => setDoing("delete") },
            ]}
          />
        </div>
      )}
      {doing === "delete" && <DeleteDialog conversation={conversation} onClose={stop} onDeleted={onDeleted} />}
    </header>
  );
}
