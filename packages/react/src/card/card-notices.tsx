import { neutralise } from "@askback/core";
import type { ReactNode } from "react";
import { useWords } from "../i18n/use-words.ts";
import { withoutMark } from "../sending/device-name.ts";
import { Sentence } from "../text/sentence.tsx";
import type { InquiryCard } from "./inquiry-card.ts";
import { useTimeWriter } from "./use-time-writer.ts";

interface CardNoticesProps {
  readonly card: InquiryCard;
  readonly now: number | undefined;
  onRetry(): void;
}

/** What is to know about the draft and its way to the server, each with what can be done. */
export function CardNotices({ card, now, onRetry }: CardNoticesProps) {
  const words = useWords();
  const { restored, otherDraft, sending, failedAct, isOffline } = card;
  return (
    <div className="ask-notices">
      {restored && (
        <DraftNotice id="card.restored" kept={restored} now={now}>
          <button className="ask-quiet" onClick={card.discardDraft} type="button">
            {words("card.discard")}
          </button>
        </DraftNotice>
      )}
      {otherDraft && (
        <DraftNotice id="card.otherDraft" kept={otherDraft} now={now}>
          <button className="ask-quiet" onClick={card.takeOtherDraft} type="button">
            {words("card.useOther")}
          </button>
        </DraftNotice>
      )}
      {sending.status === "queued" && (
        <p className="ask-notice" data-kind="offline">
          {words("card.queued")}
          <button className="ask-quiet" onClick={card.cancelSending} type="button">
            {words("card.cancelSending")}
          </button>
        </p>
      )}
      {isOffline && sending.status !== "queued" && (
        <p className="ask-notice" data-kind="offline">
          {words("card.offline")}
        </p>
      )}
      {failedAct && (
        <p className="ask-notice" data-kind="error">
          {words(`card.failed.${failedAct.act}`)}
        </p>
      )}
      {sending.status === "failed" && (
        <p className="ask-notice" data-kind="error">
          <span>
            {words("card.failed", { title: sending.problem.title.replace(/\.$/, "") })}
            {sending.problem.hint && (
              <span className="ask-hint" dir="auto">
                {" "}
                {sending.problem.hint}
              </span>
            )}
          </span>
          <button className="ask-quiet" onClick={onRetry} type="button">
            {words("card.retry")}
          </button>
        </p>
      )}
    </div>
  );
}

interface DraftNoticeProps {
  readonly id: "card.restored" | "card.otherDraft";
  readonly kept: { readonly device: string; readonly savedAt: string };
  readonly now: number | undefined;
  /** What can be done with it. */
  readonly children: ReactNode;
}

/** Where and when a draft was written. */
function DraftNotice({ id, kept: { device, savedAt }, now, children }: DraftNoticeProps) {
  const time = useTimeWriter(now);
  return (
    <p className="ask-notice">
      <span>
        <Sentence id={id} values={{ device: neutralise(withoutMark(device)), time: time(savedAt) }} />
      </span>
      {children}
    </p>
  );
}
