import type { Agent } from "@askback/core/wire";
import { AgentAvatar, readableName, useAgents, useConversations, useLanguage } from "@askback/react";
import { useState } from "react";
import { ConversationLink } from "../conversations/conversation-link.tsx";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { Link } from "../router.tsx";
import { StartForm } from "./start-form.tsx";
import { UnavailableNote } from "./unavailable-note.tsx";
import "./start.css";

/** An agent: what it does, when it asks, and the conversations with it. */
export function AgentPage({ name }: { readonly name: string }) {
  const t = useAppTranslation();
  const { status, data } = useAgents();
  const agent = data?.find((other) => other.name === name);
  if (agent) return <AgentProfile agent={agent} all={data ?? []} />;
  const isLoading = status === "pending";
  return (
    <section className="app-state" aria-busy={isLoading}>
      <h1>{isLoading ? readableName(name) : t("agent.unknown")}</h1>
      {!isLoading && <Link to={{ page: "home" }}>{t("start.new")}</Link>}
    </section>
  );
}

interface AgentProfileProps {
  readonly agent: Agent;
  readonly all: readonly Agent[];
}

function AgentProfile({ agent, all }: AgentProfileProps) {
  const t = useAppTranslation();
  const { title, avatar, description, canAsk, approve, spawn, isSubAgent } = agent;
  const list = useNameList();
  const partners = spawn.map((name) => all.find((other) => other.name === name)?.title ?? readableName(name));
  return (
    <section className="app-start">
      <header className="app-agent-head">
        <AgentAvatar avatar={avatar} size="large" />
        <div>
          <h1 dir="auto">{title}</h1>
          {description !== undefined && <p dir="auto">{description}</p>}
        </div>
      </header>
      {isSubAgent ? <UnavailableNote agent={agent} /> : <StartForm agent={agent} />}
      <ul className="app-agent-facts">
        {isSubAgent && <li>{t("agent.sub")}</li>}
        {canAsk && !isSubAgent && <li>{t("agent.asks")}</li>}
        {approve.includes("*") && <li>{t("agent.approves-all")}</li>}
        {approve.length > 0 && !approve.includes("*") && (
          <li>{t("agent.approves", { actions: list(approve.map(actionName)) })}</li>
        )}
        {spawn.length > 0 && <li>{t("agent.spawns", { agents: list(partners) })}</li>}
      </ul>
      {!isSubAgent && <AgentConversations agent={agent} />}
    </section>
  );
}

/** The name of a tool for people; of a pattern, the beginning that its tools share. */
function actionName(pattern: string): string {
  return pattern.endsWith("*") ? `${readableName(pattern.slice(0, -1))}…` : readableName(pattern);
}

function useNameList(): (names: readonly string[]) => string {
  const format = new Intl.ListFormat(useLanguage(), { type: "conjunction" });
  return (names) => format.format(names.map((name) => `\u2068${name}\u2069`));
}

function AgentConversations({ agent: { name, title } }: { readonly agent: Agent }) {
  const t = useAppTranslation();
  const { conversations, status, hasMore, showMore } = useConversations("", { agent: name });
  const [now] = useState(() => new Date());
  return (
    <section className="app-agent-conversations">
      <h2 className="app-caption">{t("list.label")}</h2>
      {conversations.length === 0 && status === "success" && (
        <p className="app-note">{t("agent.none", { agent: `\u2068${title}\u2069` })}</p>
      )}
      <ul>
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <ConversationLink conversation={conversation} isCurrent={false} now={now} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="ask-quiet" onClick={showMore}>
          {t("list.more")}
        </button>
      )}
    </section>
  );
}
