import { Icon, useConversations, useMinute } from "@askback/react";
import { useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { type ConversationGroup, groupConversations } from "./conversation-groups.ts";
import { ConversationLink } from "./conversation-link.tsx";

/** All conversations, with search and a mark on those that wait for an answer. */
export function ConversationList({ current }: { readonly current: string | undefined }) {
  const t = useAppTranslation();
  const [query, setQuery] = useState("");
  const q = useDeferredValue(query.trim());
  const { status, conversations, hasMore, error, showMore } = useConversations(q);
  const now = new Date(useMinute());
  return (
    <div className="app-list">
      <label className="app-search">
        <Icon name="search" />
        <input
          type="search"
          dir="auto"
          aria-label={t("list.search")}
          placeholder={t("list.search")}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      {error && error.status !== 0 && (
        <p className="app-note" role="alert">
          {t("list.unread", { problem: error.title })}
        </p>
      )}
      {status === "success" && conversations.length === 0 && (
        <p className="app-note">{q === "" ? t("list.none") : t("list.nothing-found", { query: q })}</p>
      )}
      {status === "pending" ? (
        <div className="app-list-skeleton" aria-hidden="true" />
      ) : (
        <ul className="app-groups" aria-label={t("list.label")}>
          {groupConversations(conversations, now).map((group) => (
            <GroupItem key={group.name} group={group} current={current} now={now} />
          ))}
          {hasMore && (
            <li key="more">
              <MoreButton shown={conversations.length} onMore={showMore} />
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

interface GroupItemProps {
  readonly group: ConversationGroup;
  readonly current: string | undefined;
  readonly now: Date;
}

function GroupItem({ group, current, now }: GroupItemProps) {
  const t = useAppTranslation();
  const id = useId();
  return (
    <li>
      <h2 id={id} className="app-group">
        {t(`list.group-${group.name}`)}
      </h2>
      <ul aria-labelledby={id}>
        {group.conversations.map((conversation) => (
          <li key={conversation.id}>
            <ConversationLink conversation={conversation} isCurrent={conversation.id === current} now={now} />
          </li>
        ))}
      </ul>
    </li>
  );
}

interface MoreButtonProps {
  /** How many conversations are shown; the button is observed anew when that changes. */
  readonly shown: number;
  readonly onMore: () => void;
}

/** The end of a list that has more: scrolling to it, or pressing it, loads them. */
function MoreButton({ shown, onMore }: MoreButtonProps) {
  const t = useAppTranslation();
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an observer reports again only when it observes anew
  useEffect(() => {
    if (!button.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [shown, onMore]);
  return (
    <button ref={button} type="button" className="app-more" onClick={onMore}>
      {t("list.more")}
    </button>
  );
}
