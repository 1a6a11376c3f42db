import type { Conversation } from "@askback/core/wire";
import { conversationStateOf, Icon, useAgent } from "@askback/react";
import { useEffect, useRef } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { Link } from "../router.tsx";
import { Age } from "./age.tsx";
import { changedAt } from "./conversation-groups.ts";

interface ConversationLinkProps {
  readonly conversation: Conversation;
  readonly isCurrent: boolean;
  readonly now: Date;
}

/** A row of the list: whether it waits for the reader, its title, and its age or what else is to be known. */
export function ConversationLink({ conversation, isCurrent, now }: ConversationLinkProps) {
  const t = useAppTranslation();
  const row = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  const agent = useAgent(conversation.agent).title;
  const mark = conversationStateOf(conversation);
  return (
    <Link
      to={{ page: "chat", conversation: conversation.id }}
      className="app-conversation"
      aria-current={isCurrent ? "page" : undefined}
    >
      <span className="app-conversation-dot" ref={row}>
        {mark === "waiting" && (
          <span className="app-dot">
            <span className="ask-hidden">{t("list.waiting")}</span>
          </span>
        )}
      </span>
      <span className="app-conversation-title" dir="auto">
        {conversation.title ?? t("list.untitled", { agent })}
      </span>
      {conversation.forkedFrom && <ForkMark />}
      {mark === undefined || mark === "waiting" ? (
        <Age at={changedAt(conversation)} now={now} />
      ) : (
        <span className="app-mark" data-mark={mark}>
          {t(`list.${mark}`)}
        </span>
      )}
    </Link>
  );
}

function ForkMark() {
  const t = useAppTranslation();
  return (
    <span className="app-fork" title={t("list.fork")}>
      <Icon name="fork" />
      <span className="ask-hidden">{t("list.fork")}</span>
    </span>
  );
}
