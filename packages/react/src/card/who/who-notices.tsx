import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import { isResolved } from "../../data/live/inquiry-recency.ts";
import { useTranslation } from "../../i18n/use-translation.ts";

/** Who may answer an open inquiry, who has agreed so far, and who is answering. */
export function WhoNotices({ inquiry }: { readonly inquiry: Inquiry }) {
  const t = useTranslation();
  const { i18n } = useLingui();
  const { audience, agreements = [], quorum, takenBy } = inquiry;
  if (isResolved(inquiry)) return null;
  const list = (names: readonly string[]) => new Intl.ListFormat(i18n.locale).format(names.map(neutralise));
  const groups = (audience?.groups ?? []).map((group) => t("who.group", { group }));
  const needed = (quorum?.rules ?? []).reduce((sum, { count }) => sum + count, 0);
  const agreed = { names: list(agreements.map(({ by }) => by)), given: agreements.length, needed };
  return (
    <>
      {audience && (
        <p className="ask-notice" data-kind="audience">
          {t("who.only", { names: list([...(audience.people ?? []), ...groups]) })}
        </p>
      )}
      {agreements.length > 0 && (
        <p className="ask-notice" data-kind="agreed">
          {t("who.agreed", agreed)}
        </p>
      )}
      {takenBy !== undefined && (
        <p className="ask-notice" data-kind="taken">
          {t("who.taken", { person: neutralise(takenBy) })}
        </p>
      )}
    </>
  );
}
