import { neutralise } from "@askback/core";
import type { AuditEntry, Inquiry } from "@askback/core/wire";
import { useState } from "react";
import { useAskback } from "../../askback-context.ts";
import { useTranslation, type Values } from "../../i18n/use-translation.ts";
import { PersonAvatar } from "../../person-avatar.tsx";
import { useTimeFormat } from "../../ui/time.tsx";
import { useAgent } from "../../use-agents.ts";
import { useMinute } from "../../use-minute.ts";
import { PeopleContext, useNames, usePersonOf } from "../../use-people.ts";
import { useServerQuery } from "../../use-server-query.ts";
import { useInboxContext } from "../inbox-context.ts";
import { actorValues } from "../resolution-text.ts";
import { wayText } from "../way-text.ts";
import { type HistoryEntry, historyOf } from "./history-entries.ts";

const pageSize = 200;

/** The history of an inquiry, folded; what the server recorded is read when somebody opens it. */
export function InboxHistory({ inquiry }: { readonly inquiry: Inquiry }) {
  const t = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="ask-inbox-history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("inbox.history")}</summary>
      {isOpen && <RecordedHistory inquiry={inquiry} />}
    </details>
  );
}

function RecordedHistory({ inquiry }: { readonly inquiry: Inquiry }) {
  const t = useTranslation();
  const [limit, setLimit] = useState(pageSize);
  const { data, status } = useServerQuery(useAskback().live.queries.audit(inquiry, limit));
  // What was shown stays while more of it is read.
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  const list = data ?? last;
  // The fields of the inquiry tell the most of it, also where the server does not answer.
  if (status === "pending" && !list) return null;
  return (
    <>
      <HistoryList inquiry={inquiry} recorded={list?.items ?? []} />
      {list?.hasMore && (
        <button type="button" className="ask-button" onClick={() => setLimit(limit + pageSize)}>
          {t("inbox.history.more")}
        </button>
      )}
    </>
  );
}

interface HistoryListProps {
  readonly inquiry: Inquiry;
  readonly recorded: readonly AuditEntry[];
}

function HistoryList({ inquiry, recorded }: HistoryListProps) {
  const t = useTranslation();
  const time = useTimeFormat(useMinute());
  const { me } = useInboxContext();
  const { title } = useAgent(inquiry.agent);
  const agent = neutralise(title);
  const ids = recorded.flatMap(({ by, facts }) => [by, ...Object.values(facts)].flatMap(idsIn));
  const nameOf = useNames(ids);
  const personOf = usePersonOf(ids);

  const sentence = (entry: HistoryEntry): string => {
    const actor: Values = { agent, ...actorValues(entry.by, { me, t, nameOf }) };
    switch (entry.type) {
      case "amended":
        return t("external.history", actor);
      case "held":
        return t("inbox.history.held", { ...actor, time: time(entry.until) });
      case "resolved":
        return t(`inbox.ended.${entry.outcome}`, actor);
      case "assigned":
        return t("inbox.history.assigned", { ...actor, to: nameOf(entry.to) });
      case "escalated":
        return t("inbox.history.escalated", { ...actor, to: entry.to.split(", ").map(nameOf).join(", ") });
      case "secret-read":
        return t("inbox.history.secret-read", { who: nameOf(entry.who) });
      case "notified":
        return t(entry.isDelivered ? "inbox.history.notified" : "inbox.history.not-notified", {
          who: nameOf(entry.recipient),
          channel: neutralise(entry.channel),
        });
      default:
        return t(`inbox.history.${entry.type}`, actor);
    }
  };

  return (
    <PeopleContext value={personOf}>
      <ol>
        {historyOf(inquiry, recorded, me).map((entry) => (
          <li key={`${entry.at} ${entry.type} ${entry.by}`}>
            <time dateTime={entry.at}>{time(entry.at)}</time>
            <span>
              {entry.by !== undefined && <PersonAvatar person={entry.by} />}
              <span>{sentence(entry)}</span>
              {entry.via !== undefined && <span className="ask-muted ask-inbox-way">{wayText(entry, t)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </PeopleContext>
  );
}

/** Several people of one fact are joined. */
function idsIn(fact: unknown): readonly string[] {
  return typeof fact === "string" ? fact.split(", ") : [];
}
