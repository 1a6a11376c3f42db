import { neutralise } from "@askback/core";
import { useLingui } from "@lingui/react";
import { useContext } from "react";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { isResolved } from "../../data/live/inquiry-recency.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { PersonAvatar } from "../../person-avatar.tsx";
import { NamesContext } from "../../use-people.ts";
import { AgreementNotice } from "./agreement-notice.tsx";
import { StuckNotice } from "./stuck-notice.tsx";

/** Who may answer an open inquiry, who has agreed so far, and who is answering. */
export function PeopleNotices({ card }: { readonly card: InquiryCard }) {
  const t = useTranslation();
  const { i18n } = useLingui();
  const nameOf = useContext(NamesContext);
  const { inquiry } = card;
  const { audience, takenBy, assignee } = inquiry;
  if (isResolved(inquiry)) return null;
  const list = (names: readonly string[]) => new Intl.ListFormat(i18n.locale).format(names);
  const groups = (audience?.groups ?? []).map((group) => t("who.group", { group: neutralise(group) }));
  return (
    <>
      {inquiry.isUnanswerable && <StuckNotice inquiry={inquiry} />}
      {audience && (
        <p className="ask-notice" data-kind="audience">
          {t("who.only", { names: list([...(audience.people ?? []).map(nameOf), ...groups]) })}
        </p>
      )}
      <AgreementNotice card={card} />
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
