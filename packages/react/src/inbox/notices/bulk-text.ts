import { useLingui } from "@lingui/react";
import type { BulkAction } from "../../data/inbox/bulk-actions.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { formatMoment, useClock } from "../../ui/time.tsx";

/** What a notice says of inquiries that are snoozed or declined. */
export function useBulkText(): (action: BulkAction) => string {
  const { i18n } = useLingui();
  const t = useTranslation();
  const now = useClock();
  return ({ type, until, inquiries, answered, overtaken, failures }) => {
    const total = inquiries.length;
    if (answered < total) return t(`inbox.bulk.${type}.sending`, { count: total });
    const count = total - failures.length - overtaken;
    const time = until === null ? "" : formatMoment(until, now(), i18n.locale);
    const done = type === "snooze" && until === null ? "inbox.bulk.unsnoozed" : (`inbox.bulk.${type}.done` as const);
    return [
      count > 0 && t(done, { count, time }),
      overtaken > 0 && t("inbox.bulk.overtaken", { count: overtaken }),
      failures.length > 0 && t(`inbox.bulk.${type}.failed`, { failed: failures.length, count: total }),
    ]
      .filter((sentence) => sentence !== false)
      .join(" ");
  };
}
