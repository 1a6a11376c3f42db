import type { Failure } from "@askback/client";
import { useLingui } from "@lingui/react";
import { useEffect, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { useInboxParts } from "./inbox-context.ts";
import { InboxIcon } from "./inbox-icon.tsx";
import { useInbox } from "./use-inbox.ts";
import { useMinute } from "./use-inbox-live.ts";
import { momentOf } from "./waiting-time.ts";

const patience = 300;
const skeletons = ["a", "b", "c", "d", "e"];

/** Five grey rows, and nothing at all for a wait that nobody notices. */
export function LoadingRows() {
  const words = useWords();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <div className="ask-inbox-loading" role="status">
      <span className="ask-hidden">{words("inbox.loading")}</span>
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

const signs = { "needs-you": "done", snoozed: "snooze", done: "inbox" } as const;

export function EmptyView() {
  const words = useWords();
  const { view } = useInboxParts().place;
  return (
    <div className="ask-inbox-empty">
      <span className="ask-empty-sign">
        <InboxIcon name={signs[view]} />
      </span>
      <p className="ask-empty-title">{words(`inbox.empty.${view}`)}</p>
      <p>{view === "needs-you" ? <NextReturn /> : words(`inbox.empty.${view}.hint`)}</p>
    </div>
  );
}

/** When the next snoozed inquiry comes back. */
function NextReturn() {
  const { i18n } = useLingui();
  const words = useWords();
  const now = useMinute();
  const [next] = useInbox({ view: "snoozed" }).rows;
  const until = next?.mine?.snoozedUntil;
  if (!until) return words("inbox.empty.needs-you.hint");
  return words("inbox.empty.needs-you.wake", { time: momentOf(Date.parse(until), now, i18n.locale) });
}

interface FailedBannerProps {
  readonly problem: Failure;
  readonly isKept: boolean;
  onRetry(): void;
}

/** Why the list could not be read; what was there before stays below it. */
export function FailedBanner({ problem, isKept, onRetry }: FailedBannerProps) {
  const words = useWords();
  return (
    <div className="ask-inbox-banner" role="alert">
      <p>{words(isKept ? "inbox.failed.kept" : "inbox.failed", { reason: problem.title })}</p>
      <button type="button" className="ask-button" onClick={onRetry}>
        {words("inbox.retry")}
      </button>
    </div>
  );
}
