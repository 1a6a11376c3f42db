import { neutralise } from "@askback/core";
import { useLingui } from "@lingui/react";
import { useContext } from "react";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { PersonAvatar } from "../../person-avatar.tsx";
import { NamesContext } from "../../use-people.ts";

/** Who has agreed to a call that several people must allow, and how many of whom are missing; also before anybody has. Whoever has agreed can take it back. */
export function AgreementNotice({ card }: { readonly card: InquiryCard }) {
  const t = useTranslation();
  const { i18n } = useLingui();
  const nameOf = useContext(NamesContext);
  const { inquiry, me, undo } = card;
  const { quorum, agreements = [], missing = [], status } = inquiry;
  if (!quorum) return null;
  const list = (names: readonly string[]) => new Intl.ListFormat(i18n.locale).format(names);
  const names = agreements.map(({ by, groups = [] }) =>
    groups.length === 0
      ? nameOf(by)
      : t("who.agreedMember", { person: nameOf(by), groups: list(groups.map(neutralise)) }),
  );
  const people = missing.map(({ count, group }) =>
    group === undefined ? t("who.missingAny", { count }) : t("who.missingOf", { count, group: neutralise(group) }),
  );
  const hasAgreed = status === "open" && agreements.some(({ by }) => by === me);
  return (
    <p className="ask-notice" data-kind="agreed">
      <span>
        {agreements.map(({ by }) => (
          <PersonAvatar key={by} person={by} />
        ))}
        {names.length === 0 ? t("who.noneAgreed") : t("who.agreed", { names: list(names) })}{" "}
        {people.length > 0 && t("who.missing", { people: list(people) })}
      </span>
      {hasAgreed && (
        <button className="ask-quiet" onClick={undo} type="button">
          {t("who.retract")}
        </button>
      )}
    </p>
  );
}
