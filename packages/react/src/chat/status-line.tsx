import type { Reply } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import { type ReactNode, useState } from "react";
import { useAskback } from "../askback-context.ts";
import { useLanguage } from "../i18n/use-language.ts";
import { useWords } from "../i18n/use-words.ts";
import { isolated } from "../text/isolated.ts";
import { type ChatStatus, chatStatusOf } from "./chat-status.ts";
import { ChildList } from "./child-list.tsx";

interface StatusLineProps {
  readonly conversation: Conversation;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** What the agent does right now, and what the person can do about it. */
export function StatusLine({ conversation, onOpen }: StatusLineProps) {
  const words = useWords();
  const { client } = useAskback();
  const status = chatStatusOf(conversation);
  const text = useStatusText(status, conversation.agent);
  return (
    <div className="ask-status" data-status={status.type}>
      <div role="status" aria-label={words("status.label")}>
        {text && (
          <p className="ask-status-text">
            <StatusMark type={status.type} />
            <span dir="auto">{text}</span>
          </p>
        )}
      </div>
      {status.type === "delegating" && <ChildList conversations={status.children} onOpen={onOpen} />}
      {status.type === "paused" && !conversation.parent && (
        <Act perform={() => client.conversations.resume(conversation.id)}>{words("status.resume")}</Act>
      )}
      {status.type === "failed" && !conversation.parent && (
        <Act perform={() => client.conversations.retry(conversation.id)}>{words("status.retry")}</Act>
      )}
    </div>
  );
}

function useStatusText(status: ChatStatus, agent: string): string | undefined {
  const words = useWords();
  const language = useLanguage();
  switch (status.type) {
    case "quiet":
      return undefined;
    case "thinking":
      return words("status.thinking", { agent: isolated(agent) });
    case "retrying": {
      const when = new Intl.DateTimeFormat(language, { timeStyle: "medium" }).format(new Date(status.at));
      return words("status.retrying", { when });
    }
    case "acting":
      return words("status.acting", { tool: isolated(status.tool) });
    case "delegating": {
      const ended = status.children.filter((child) => child.status !== "running").length;
      return words("status.delegating", { total: status.children.length, ended });
    }
    case "paused":
      return words(status.reason ? `status.paused-${status.reason}` : "status.paused");
    case "failed":
      return words("status.failed", { problem: isolated(status.message) });
    case "stopped":
    case "dismissed":
      return words(`status.${status.type}`);
  }
}

function StatusMark({ type }: { readonly type: ChatStatus["type"] }) {
  const isBusy = type === "thinking" || type === "acting" || type === "delegating" || type === "retrying";
  return <span className={isBusy ? "ask-pulse" : "ask-status-mark"} aria-hidden="true" />;
}

interface ActProps {
  readonly perform: () => Reply<unknown>;
  readonly children: ReactNode;
}

/** A button for one command, which says why it was refused. */
function Act({ perform, children }: ActProps) {
  const words = useWords();
  const [problem, setProblem] = useState<string>();
  const act = async () => {
    const done = await perform();
    setProblem(done.ok ? undefined : done.error.title);
  };
  return (
    <>
      <button type="button" className="ask-button" onClick={act}>
        {children}
      </button>
      {problem && (
        <p className="ask-alert" role="alert">
          {words("status.refused", { problem: isolated(problem) })}
        </p>
      )}
    </>
  );
}
