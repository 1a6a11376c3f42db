import type { Notification } from "@askback/core/wire";
import {
  failureAdvice,
  failureText,
  Icon,
  markdownToPlainText,
  useAgentTitles,
  useIsViewer,
  useLanguage,
  useTranslation,
} from "@askback/react";
import { useId, useState } from "react";
import { useContactTranslation } from "../i18n/contact.ts";
import type { Route } from "../route.ts";
import { Link } from "../router.tsx";
import { DeliveryList } from "./delivery-list.tsx";

interface NotificationRowProps {
  readonly notification: Notification;
  /** Marks it as read, or as unread if it is read. */
  onMark(): void;
}

/** One notification: whose it is, what it says and what became of it. Its text opens the question or the run. */
export function NotificationRow({ notification, onMark }: NotificationRowProps) {
  const t = useContactTranslation();
  const shared = useTranslation();
  const titleOf = useAgentTitles();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { type, failureKind, agent, message, actionStatus, read, createdAt } = notification;
  const isViewer = useIsViewer();
  const isWaiting = actionStatus === "pending";
  return (
    <li data-unread={!read} aria-labelledby={id}>
      <p className="app-notice-head">
        {!read && (
          <span className="app-dot">
            <span className="ask-hidden">{t("notices.is-unread")}</span>
          </span>
        )}
        <bdi>{t(`notices.type.${type}`, { agent: titleOf(agent) })}</bdi>
        <span className="app-notice-state" data-status={actionStatus}>
          {t(`notices.is.${actionStatus}`)}
        </span>
        <Age at={createdAt} />
      </p>
      <Link
        id={id}
        dir="auto"
        className="app-notice-text"
        to={pageOf(notification)}
        onClick={() => {
          if (!read) onMark();
        }}
      >
        {type === "agent_run_failed" ? (
          <>
            {failureText({ kind: failureKind }, shared)} {failureAdvice({ kind: failureKind }, shared)}
          </>
        ) : (
          markdownToPlainText(message)
        )}
      </Link>
      <div className="app-notice-actions">
        {isWaiting && !isViewer && (
          <button type="button" className="ask-quiet" aria-describedby={id} onClick={onMark}>
            {t(read ? "notices.unread" : "notices.read")}
          </button>
        )}
        <button
          type="button"
          className="ask-quiet"
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t("notices.told")}
          <Icon name={isOpen ? "up" : "down"} />
        </button>
      </div>
      {isOpen && <DeliveryList id={notification.id} />}
    </li>
  );
}

function Age({ at }: { readonly at: string }) {
  const language = useLanguage();
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <time className="app-notice-age" dateTime={at}>
      {date.format(Date.parse(at))}
    </time>
  );
}

/** Where somebody acts on it: the question, or the conversation of the run. */
function pageOf({ relatedResourceType, relatedResourceId, conversationId }: Notification): Route {
  return relatedResourceType === "agent_question"
    ? { page: "question", inquiry: relatedResourceId }
    : { page: "chat", conversation: conversationId };
}
