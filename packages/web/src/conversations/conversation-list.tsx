import type { Conversation } from "@askback/core/wire";
import { useDeferredValue, useState } from "react";
import { useAppWords } from "../i18n/use-app-words.ts";
import { Link } from "../router.tsx";
import { MoreButton } from "./more-button.tsx";
import { RelativeTime } from "./relative-time.tsx";
import { useConversations } from "./use-conversations.ts";

/** All conversations, with search and a mark for those that wait. */
export function ConversationList({ current }: { readonly current: string | undefined }) {
  const words = useAppWords();
  const [query, setQuery] = useState("");
  const q = useDeferredValue(query.trim());
  const { status, items, hasMore, problem, showMore } = useConversations(q);
  return (
    <div className="app-list">
      <input
        type="search"
        className="app-search"
        dir="auto"
        aria-label={words("list.search")}
        placeholder={words("list.search")}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {status === "failed" && problem && problem.status !== 0 && (
        <p className="app-note" role="alert">
          {words("list.unread", { problem: problem.title })}
        </p>
      )}
      {status === "ready" && items.length === 0 && (
        <p className="app-note">{q === "" ? words("list.none") : words("list.nothing-found", { query: q })}</p>
      )}
      <ul aria-label={words("list.label")}>
        {items.map((conversation) => (
          <li key={conversation.id}>
            <ConversationLink conversation={conversation} isCurrent={conversation.id === current} />
          </li>
        ))}
        {hasMore && (
          <li key="more">
            <MoreButton shown={items.length} onMore={showMore} />
          </li>
        )}
      </ul>
    </div>
  );
}

interface ConversationLinkProps {
  readonly conversation: Conversation;
  readonly isCurrent: boolean;
}

function ConversationLink({ conversation, isCurrent }: ConversationLinkProps) {
  const words = useAppWords();
  const { id, agent, title, updatedAt, createdAt } = conversation;
  const mark = markOf(conversation);
  return (
    <Link
      to={{ page: "chat", conversation: id }}
      className="app-conversation"
      aria-current={isCurrent ? "page" : undefined}
    >
      <span className="app-conversation-title" dir="auto">
        {title ?? words("list.untitled", { agent })}
      </span>
      <span className="app-conversation-facts">
        <bdi>{agent}</bdi>
        <RelativeTime at={updatedAt ?? createdAt} />
        {mark && (
          <span className="app-mark" data-mark={mark}>
            {words(`list.${mark}`)}
          </span>
        )}
      </span>
    </Link>
  );
}

function markOf({ status }: Conversation): "waiting" | "working" | "failed" | "paused" | undefined {
  switch (status) {
    case "parked":
      return "waiting";
    case "thinking":
    case "acting":
    case "delegating":
      return "working";
    case "failed":
    case "paused":
      return status;
    case "idle":
      return undefined;
  }
}
