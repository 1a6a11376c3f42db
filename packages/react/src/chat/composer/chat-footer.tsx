import type { Conversation, Inquiry } from "@askback/core/wire";
import { questionLine } from "../../card/approval/approval-words.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { bidiIsolate } from "../../text/sentence.tsx";
import { useAgent } from "../../use-agents.ts";
import { StopButton } from "./composer.tsx";

interface WaitingBarProps {
  readonly inquiry: Inquiry;
  readonly onGo: () => void;
}

/** A bar that goes to the open question while it is out of view. */
export function WaitingBar({ inquiry, onGo }: WaitingBarProps) {
  const t = useTranslation();
  const agent = useAgent(inquiry.agent).title;
  return (
    <div className="ask-waiting">
      <span className="ask-pulse" aria-hidden="true" />
      <span className="ask-waiting-text">
        <strong>{t("waiting.line", { agent: bidiIsolate(agent) })}</strong>
        <span className="ask-waiting-question" dir="auto">
          {questionLine(inquiry, t)}
        </span>
      </span>
      <button type="button" className="ask-button" onClick={onGo} aria-keyshortcuts="Alt+Q">
        {t("waiting.go")}
      </button>
    </div>
  );
}

/** The todo list of the agent, folded to its progress. */
export function TodoPanel({ todos }: { readonly todos: NonNullable<Conversation["todos"]> }) {
  const t = useTranslation();
  const done = todos.filter(({ status }) => status === "completed").length;
  const current = todos.find(({ status }) => status === "in_progress");
  return (
    <details className="ask-todos ask-fold">
      <summary>
        <span className="ask-todos-title">{t("todos.title")}</span>
        <span className="ask-todos-progress">{t("todos.progress", { done, total: todos.length })}</span>
        {current && (
          <span className="ask-todos-current" dir="auto">
            {current.content}
          </span>
        )}
      </summary>
      <ol className="ask-todo-list">
        {todos.map(({ content, status }) => (
          <li key={content} className="ask-todo" data-status={status}>
            <span className="ask-todo-mark" role="img" aria-label={t(`todos.${status}`)} />
            <span dir="auto">{content}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

interface ChildFooterProps {
  readonly conversation: Conversation;
  readonly parent: NonNullable<Conversation["parent"]>;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** Replaces the composer of a sub-agent, which can be stopped and takes messages from its parent alone. */
export function ChildFooter({ conversation, parent, onOpen }: ChildFooterProps) {
  const t = useTranslation();
  return (
    <div className="ask-child-foot" role="note">
      <p>{t("chat.child")}</p>
      <div className="ask-buttons">
        {onOpen && (
          <button type="button" className="ask-button" onClick={() => onOpen(parent.conversationId)}>
            {t("chat.to-parent")}
          </button>
        )}
        <StopButton conversation={conversation} shape="text" />
      </div>
    </div>
  );
}
