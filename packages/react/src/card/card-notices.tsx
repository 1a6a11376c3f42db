import { neutralise } from "@askback/core";
import { useWords } from "../i18n/use-words.ts";
import { withoutMark } from "../sending/device-name.ts";
import { Sentence } from "../text/sentence.tsx";
import type { InquiryCard } from "./inquiry-card.ts";
import { useTimeWriter } from "./use-time-writer.ts";

interface CardNoticesProps {
  readonly card: InquiryCard;
  readonly now: number | undefined;
}

/** What is to know about the draft and its way to the server, each with what can be done. */
export function CardNotices({ card, now }: CardNoticesProps) {
  const words = useWords();
  const time = useTimeWriter(now);
  const { restored, otherDraft, sending, failedAct, isOffline } = card;
  return (
    <div className="ask-notices">
      {restored && (
        <p className="ask-notice">
          <span>
            <Sentence
              id="card.restored"
              values={{ device: neutralise(withoutMark(restored.device)), time: time(restored.savedAt) }}
            />
          </span>
          <button className="ask-quiet" onClick={card.discardDraft} type="button">
            {words("card.discard")}
          </button>
        </p>
      )}
      {otherDraft && (
        <p className="ask-notice">
          <span>
            <Sentence
              id="card.otherDraft"
              values={{ device: neutralise(withoutMark(otherDraft.device)), time: time(otherDraft.savedAt) }}
            />
          </span>
          <button className="ask-quiet" onClick={card.takeOtherDraft} type="button">
            {words("card.useOther")}
          </button>
        </p>
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
          <button className="ask-quiet" onClick={card.retry} type="button">
            {words("card.retry")}
          </button>
        </p>
      )}
    </div>
  );
}
