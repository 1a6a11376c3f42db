import { neutralise } from "@askback/core";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { NameOf } from "../../use-people.ts";

interface AgreementNoticeProps {
  readonly card: InquiryCard;
  readonly nameOf: NameOf;
  /** Joins names as the reader's language does. */
  list(names: readonly string[]): string;
}

/** Who has agreed to a call that several people must allow, and how many of whom are missing; also before anybody has. Whoever has agreed can take it back. */
export function AgreementNotice({ card, nameOf, list }: AgreementNoticeProps) {
  const t = useTranslation();
  const { inquiry, me, undo } = card;
  const { quorum, agreements = [], missing = [], status, tooFewLeft } = inquiry;
  if (!quorum) return null;
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
    <>
      <p className="ask-notice" data-kind="agreed">
        <span>
          {names.length === 0 ? t("who.noneAgreed") : t("who.agreed", { names: list(names) })}{" "}
          {people.length > 0 && t("who.missing", { people: list(people) })}
        </span>
        {hasAgreed && (
          <button className="ask-quiet" onClick={undo} type="button">
            {t("who.retract")}
          </button>
        )}
      </p>
      {tooFewLeft && (
        <p className="ask-notice" data-kind="error">
          {t("who.tooFew")}
        </p>
      )}
    </>
  );
}
