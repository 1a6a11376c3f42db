import type { ProjectAuditEntry } from "@askback/core/wire";
import {
  type MessageId,
  type NameOf,
  PeopleContext,
  PersonAvatar,
  resolutionTypes,
  useAgentTitles,
  useLanguage,
  useNames,
  usePersonOf,
  useTranslation,
  wayText,
} from "@askback/react";
import { useAuditTranslation } from "../i18n/audit.ts";
import { Link } from "../router.tsx";
import { auditTypes } from "./audit-types.ts";

/** What happened, newest first, with the way to the question. */
export function AuditTable({ entries }: { readonly entries: readonly ProjectAuditEntry[] }) {
  const t = useAuditTranslation();
  const ids = entries.flatMap(({ by, facts }) => [by ?? "", String(facts.recipient), String(facts.to)]);
  const nameOf = useNames(ids);
  const personOf = usePersonOf(ids);
  return (
    <PeopleContext value={personOf}>
      <table className="app-audit-rows">
        <caption className="ask-hidden">{t("audit.list")}</caption>
        <thead>
          <tr>
            {(["at", "type", "by", "via", "about-what"] as const).map((column) => (
              <th key={column} scope="col">
                {t(`audit.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AuditRow key={entry.seal?.number} entry={entry} nameOf={nameOf} />
          ))}
        </tbody>
      </table>
    </PeopleContext>
  );
}

interface AuditRowProps {
  readonly entry: ProjectAuditEntry;
  readonly nameOf: NameOf;
}

function AuditRow({ entry, nameOf }: AuditRowProps) {
  const t = useAuditTranslation();
  const words = useTranslation<MessageId>();
  const titleOf = useAgentTitles();
  const date = new Intl.DateTimeFormat(useLanguage(), { dateStyle: "medium", timeStyle: "medium" });
  const { at, type, by, facts, inquiryId, conversationId } = entry;
  const known = auditTypes.find((one) => one === type);
  const agent = typeof facts.agent === "string" ? titleOf(facts.agent) : undefined;
  return (
    <tr>
      <td>
        <time dateTime={at}>{date.format(Date.parse(at))}</time>
      </td>
      <th scope="row">
        {known ? t(`audit.type.${known}`) : type}
        <Detail entry={entry} nameOf={nameOf} />
      </th>
      <td>
        {by !== undefined && <PersonAvatar person={by} />}
        <bdi>{by === undefined ? type === "asked" && agent : nameOf(by)}</bdi>
      </td>
      <td>{wayText(entry, words)}</td>
      <td>
        {inquiryId === undefined ? (
          type !== "deleted" && (
            <Link to={{ page: "chat", conversation: conversationId }}>{t("audit.conversation")}</Link>
          )
        ) : (
          <Link to={{ page: "question", inquiry: inquiryId }}>{t("audit.question")}</Link>
        )}
      </td>
    </tr>
  );
}

/** How an inquiry ended, or whom a channel told and whether it could. */
function Detail({ entry: { type, facts }, nameOf }: AuditRowProps) {
  const words = useTranslation<MessageId>();
  const outcome = resolutionTypes.find((one) => one === facts.resolution);
  if (type === "resolved" && outcome) return <span>{words(`inbox.outcome.${outcome}`)}</span>;
  if (type !== "notified") return null;
  const told = { who: nameOf(String(facts.recipient)), channel: String(facts.channel) };
  return (
    <span>{words(facts.outcome === "delivered" ? "inbox.history.notified" : "inbox.history.not-notified", told)}</span>
  );
}
