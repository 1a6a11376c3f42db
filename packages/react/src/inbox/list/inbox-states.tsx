import type { Failure } from "@askback/client";
import { useLingui } from "@lingui/react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { formatMoment } from "../../ui/time.tsx";
import { useMinute } from "../../use-minute.ts";
import { useInboxContext } from "../inbox-context.ts";
import { useInbox } from "../use-inbox.ts";

const skeletonDelayMs = 300;
const skeletons = ["a", "b", "c", "d", "e"];

/** Skeleton rows, shown only if loading takes longer than a moment. */
export function LoadingRows() {
  const t = useTranslation();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), skeletonDelayMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <div className="ask-inbox-loading" role="status">
      <span className="ask-hidden">{t("inbox.loading")}</span>
      {skeletons.map((name) => (
        <div key={name} className="ask-skeleton-row" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}

export function EmptyView() {
  const t = useTranslation();
  const { route, go } = useInboxContext();
  const { view, q, agent, outcome, assigned } = route;
  if (q || agent || outcome || assigned) {
    return (
      <div className="ask-inbox-empty">
        <p className="ask-empty-title">{t("inbox.empty.search")}</p>
        <p>{t("inbox.empty.search.hint")}</p>
        <button type="button" className="ask-button" onClick={() => go({ view })}>
          {t("inbox.search.clear")}
        </button>
      </div>
    );
  }
  return (
    <div className="ask-inbox-empty">
      <p className="ask-empty-title">{t(`inbox.empty.${view}`)}</p>
      <p>{view === "needs-you" ? <NextSnoozeEnd /> : t(`inbox.empty.${view}.hint`)}</p>
    </div>
  );
}

/** When the next snooze ends. */
function NextSnoozeEnd() {
  const { i18n } = useLingui();
  const t = useTranslation();
  const now = useMinute();
  const [next] = useInbox({ view: "snoozed" }).rows;
  const until = next?.mine?.snoozedUntil;
  if (!until) return t("inbox.empty.needs-you.hint");
  return t("inbox.empty.needs-you.wake", { time: formatMoment(Date.parse(until), now, i18n.locale) });
}

interface FailedBannerProps {
  readonly problem: Failure;
  readonly isKept: boolean;
  onRetry(): void;
}

/** Why the list could not be loaded; rows that were loaded before stay below it. */
export function FailedBanner({ problem, isKept, onRetry }: FailedBannerProps) {
  const t = useTranslation();
  return (
    <div className="ask-inbox-banner" role="alert">
      <p>{t(isKept ? "inbox.failed.kept" : "inbox.failed", { reason: problem.title })}</p>
      <button type="button" className="ask-button" onClick={onRetry}>
        {t("inbox.retry")}
      </button>
    </div>
  );
}
