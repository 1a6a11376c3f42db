import type { Inquiry } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { formatDuration, formatMoment } from "../../ui/time.tsx";
import { useMinute } from "../../use-minute.ts";
import { isSnoozed } from "../inbox-view.ts";
import { isExpiring } from "./inbox-order.ts";

interface RowTimeProps {
  readonly inquiry: Inquiry;
}

/** How long an inquiry has waited, until when it is snoozed, or when it was resolved. */
export function WaitingTime({ inquiry }: RowTimeProps) {
  const { i18n } = useLingui();
  const t = useTranslation();
  const now = useMinute();
  const { askedAt, mine, resolution } = inquiry;
  if (resolution) {
    return <time dateTime={resolution.at}>{formatMoment(Date.parse(resolution.at), now, i18n.locale)}</time>;
  }
  if (mine?.snoozedUntil && isSnoozed(inquiry, now)) {
    const time = formatMoment(Date.parse(mine.snoozedUntil), now, i18n.locale);
    return <time dateTime={mine.snoozedUntil}>{t("inbox.back-at", { time })}</time>;
  }
  const waited = now - Date.parse(askedAt);
  const time = formatDuration(waited, i18n.locale);
  if (time === undefined) return <time dateTime={askedAt}>{t("inbox.justNow")}</time>;
  const long = formatDuration(waited, i18n.locale, "long") ?? time;
  return (
    <time dateTime={askedAt} title={t("inbox.waitingLong", { time: long })}>
      {time}
    </time>
  );
}

/** The deadline of an inquiry, or how long is left if it is near. */
export function Deadline({ inquiry }: RowTimeProps) {
  const { i18n } = useLingui();
  const t = useTranslation();
  const now = useMinute();
  if (!inquiry.deadline || inquiry.resolution) return null;
  const end = Date.parse(inquiry.deadline);
  const time = formatMoment(end, now, i18n.locale);
  const left = formatDuration(end - now, i18n.locale);
  const isNear = isExpiring(inquiry, now);
  const near = left === undefined ? t("inbox.ending") : t("inbox.left", { time: left });
  return (
    <time
      className="ask-row-deadline"
      data-tone={isNear ? "warn" : undefined}
      dateTime={inquiry.deadline}
      title={t("inbox.byLong", { time })}
    >
      {isNear ? near : t("inbox.by", { time })}
    </time>
  );
}
