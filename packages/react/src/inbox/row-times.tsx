import type { Inquiry } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import { useWords } from "../i18n/use-words.ts";
import { InboxIcon } from "./inbox-icon.tsx";
import { isExpiring } from "./inbox-order.ts";
import { isSnoozed } from "./inbox-view.ts";
import { useMinute } from "./use-inbox-live.ts";
import { momentOf, spanOf } from "./waiting-time.ts";

interface RowTimeProps {
  readonly inquiry: Inquiry;
}

/** How long an inquiry waits, when it comes back, or when it ended. */
export function WaitingTime({ inquiry }: RowTimeProps) {
  const { i18n } = useLingui();
  const words = useWords();
  const now = useMinute();
  const { askedAt, mine, resolution } = inquiry;
  if (resolution) {
    return <time dateTime={resolution.at}>{momentOf(Date.parse(resolution.at), now, i18n.locale)}</time>;
  }
  if (mine?.snoozedUntil && isSnoozed(inquiry, now)) {
    const time = momentOf(Date.parse(mine.snoozedUntil), now, i18n.locale);
    return <time dateTime={mine.snoozedUntil}>{words("inbox.back-at", { time })}</time>;
  }
  const waited = now - Date.parse(askedAt);
  const time = spanOf(waited, i18n.locale);
  if (time === undefined) return <time dateTime={askedAt}>{words("inbox.justNow")}</time>;
  const long = spanOf(waited, i18n.locale, "long") ?? time;
  return (
    <time dateTime={askedAt} title={words("inbox.waitingLong", { time: long })}>
      {words("inbox.waiting", { time })}
    </time>
  );
}

/** Until when to answer; what expires soon says how long is left. */
export function Deadline({ inquiry }: RowTimeProps) {
  const { i18n } = useLingui();
  const words = useWords();
  const now = useMinute();
  if (!inquiry.deadline || inquiry.resolution) return null;
  const end = Date.parse(inquiry.deadline);
  const time = momentOf(end, now, i18n.locale);
  const left = spanOf(end - now, i18n.locale);
  const isNear = isExpiring(inquiry, now);
  const near = left === undefined ? words("inbox.ending") : words("inbox.left", { time: left });
  return (
    <time
      className="ask-inbox-mark"
      data-tone={isNear ? "warn" : undefined}
      dateTime={inquiry.deadline}
      title={words("inbox.byLong", { time })}
    >
      <InboxIcon name="clock" />
      {isNear ? near : words("inbox.by", { time })}
    </time>
  );
}
