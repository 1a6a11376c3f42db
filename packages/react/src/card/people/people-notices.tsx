import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import { useContext } from "react";
import { isResolved } from "../../data/live/inquiry-recency.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { PersonAvatar } from "../../person-avatar.tsx";
import { NamesContext } from "../../use-people.ts";
import { StuckNotice } from "./stuck-notice.tsx";

/** Who may answer an open inquiry, who has agreed so far, and who is answering. */
export function PeopleNotices({ inquiry }: { readonly inquiry: Inquiry }) {
  const t = useTranslation();
  const { i18n } = useLingui();
  const nameOf = useContext(NamesContext);
  const { audience, agreements = [], quorum, takenBy, assignee } = inquiry;
  if (isResolved(inquiry)) return null;
  const list = (names: readonly string[]) => new Intl.ListFormat(i18n.locale).format(names);
  const groups = (audience?.groups ?? []).map((group) => t("who.group", { group: neutralise(group) }));
  const needed = (quorum?.rules ?? []).reduce((sum, { count }) => sum + count, 0);
  const agreed = { names: list(agreements.map(({ by }) => nameOf(by))), given: agreements.length, needed };
  return (
    <>
      {inquiry.isUnanswerable && <StuckNotice inquiry={inquiry} />}
      {audience && (
        <p className="ask-notice" data-kind="audience">
          {t("who.only", { names: list([...(audience.people ?? []).map(nameOf), ...groups]) })}
        </p>
      )}
      {agreements.length > 0 && (
        <p className="ask-notice" data-kind="agreed">
          <span>
            {agreements.map(({ by }) => (
              <PersonAvatar key={by} person={by} />
            ))}
            <span>{t("who.agreed", agreed)}</span>
          </span>
        </p>
      )}
      {takenBy !== undefined && (
        <p className="ask-notice" data-kind="taken">
          <span>
            <PersonAvatar person={takenBy} />
            <span>{t("who.taken", { person: nameOf(takenBy) })}</span>
          </span>
        </p>
      )}
      {takenBy === undefined && assignee !== undefined && (
        <p className="ask-notice" data-kind="assigned">
          <span>
            <PersonAvatar person={assignee} />
            <span>{t("who.assigned", { person: nameOf(assignee) })}</span>
          </span>
        </p>
      )}
    </>
  );
}
