import { canRetry, readableName } from "@askback/core";
import type { Conversation } from "@askback/core/wire";
import { useAskback } from "../askback-context.ts";
import { CommandButton } from "../command-button.tsx";
import type { MessageId } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/use-language.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { failureAdvice, failureText } from "../text/failure-text.ts";
import { bidiIsolate } from "../text/sentence.tsx";
import { useAgent } from "../use-agents.ts";
import { type ChatStatus, type Child, chatStatusOf } from "./chat-status.ts";

interface StatusLineProps {
  readonly conversation: Conversation;
  /** The title of the agent. */
  readonly agent: string;
  /** The text that the agent writes stands above, and shows that it works. */
  readonly isWriting: boolean;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** What the agent is doing, and the commands that resume or retry it. */
export function StatusLine({ conversation, agent, isWriting, onOpen }: StatusLineProps) {
  const t = useTranslation();
  const { client } = useAskback();
  const status = chatStatusOf(conversation);
  const text = useStatusText(status, agent);
  return (
    <div className="ask-status" data-status={status.type}>
      <div className="ask-status-region" role="status" aria-label={t("status.label")}>
        {text && !isWriting && (
          // Another state is another element, which appears where it belongs and does not move there.
          <p className="ask-status-text" key={status.type}>
            <StatusMark type={status.type} />
            <span dir="auto">{text}</span>
          </p>
        )}
      </div>
      {status.type === "delegating" && <ChildList conversations={status.children} onOpen={onOpen} />}
      {status.type === "paused" && !conversation.parent && (
        <CommandButton perform={() => client.conversations.resume(conversation.id)}>{t("status.resume")}</CommandButton>
      )}
      {isRetryOffered(status) && !conversation.parent && (
        <CommandButton perform={() => client.conversations.retry(conversation.id)}>
          {t("failure.try-now")}
        </CommandButton>
      )}
      {"error" in status && status.error.message !== "" && <FailureDetails message={status.error.message} />}
    </div>
  );
}

/** Whether the person can start the next attempt, and it may succeed. */
function isRetryOffered(status: ChatStatus): boolean {
  return status.type === "retrying" || (status.type === "failed" && canRetry(status.error.kind));
}

function useStatusText(status: ChatStatus, agent: string): string | undefined {
  const t = useTranslation();
  const language = useLanguage();
  switch (status.type) {
    case "quiet":
      return undefined;
    case "thinking":
      return t("status.thinking", { agent: bidiIsolate(agent) });
    case "retrying": {
      const when = new Intl.DateTimeFormat(language, { timeStyle: "medium" }).format(new Date(status.at));
      return `${failureText(status.error, t)} ${t("failure.next", { when })}`;
    }
    case "acting":
      return t("status.acting", { tool: bidiIsolate(readableName(status.tool)) });
    case "delegating": {
      const ended = status.children.filter((child) => child.status !== "running").length;
      return t("status.delegating", { total: status.children.length, ended });
    }
    case "paused":
      return t(status.reason ? `status.paused-${status.reason}` : "status.paused");
    case "failed":
      return `${failureText(status.error, t)} ${failureAdvice(status.error, t)}`;
    case "stopped":
    case "dismissed":
      return t(`status.${status.type}`);
  }
}

function StatusMark({ type }: { readonly type: ChatStatus["type"] }) {
  const isBusy = type === "thinking" || type === "acting" || type === "delegating" || type === "retrying";
  return <span className={isBusy ? "ask-pulse" : "ask-status-mark"} aria-hidden="true" />;
}

interface ChildListProps {
  readonly conversations: readonly Child[];
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** The sub-agents and their states. */
function ChildList({ conversations, onOpen }: ChildListProps) {
  const t = useTranslation();
  return (
    <ul className="ask-children">
      {conversations.map(({ id, agent, task, status }) => (
        <li key={id} className="ask-child" data-status={status}>
          <span className="ask-child-state">{t(stateMessages[status] ?? "child.running")}</span>
          <AgentTitle name={agent} />
          <span className="ask-child-task" dir="auto">
            {task}
          </span>
          {onOpen && (
            <button type="button" className="ask-quiet" onClick={() => onOpen(id)}>
              {t("chat.open")}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function AgentTitle({ name }: { readonly name: string }) {
  return <bdi className="ask-child-agent">{useAgent(name).title}</bdi>;
}

const stateMessages: Readonly<Record<string, MessageId>> = {
  running: "child.running",
  finished: "child.finished",
  failed: "child.failed",
  paused: "child.paused",
  stopped: "child.stopped",
};

/** The provider's own words, which a developer can open. */
function FailureDetails({ message }: { readonly message: string }) {
  const t = useTranslation();
  return (
    <details className="ask-received ask-fold">
      <summary>{t("failure.details")}</summary>
      <pre dir="ltr">{message}</pre>
    </details>
  );
}
