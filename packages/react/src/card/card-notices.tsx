import { useLingui } from "@lingui/react";
import { draftToText } from "../data/drafts/remap-draft.ts";
import { answerTexts } from "../data/inquiry/answer-texts.ts";
import { isAskedElsewhere } from "../data/inquiry/asked-elsewhere.ts";
import type { InquiryCard } from "../data/inquiry/inquiry-card.ts";
import { joinTexts } from "../data/inquiry/inquiry-state.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { useMe } from "../use-people.ts";
import { AmendmentNotice } from "./amendment-notice.tsx";
import { isRefused } from "./card-title.ts";
import { DraftOrigin } from "./footer-note.tsx";
import { Outcome } from "./outcome.tsx";
import { PeopleNotices } from "./people/people-notices.tsx";

/** Why an answer waits to be sent. */
function WaitingReason({ isServerBusy }: { readonly isServerBusy: boolean | undefined }) {
  const t = useTranslation();
  const isSignedOut = useMe().error?.status === 401;
  if (isSignedOut) return t("card.signed-out");
  return t(isServerBusy ? "card.serverBusy" : "card.queued");
}

interface CardNoticesProps {
  readonly card: InquiryCard;
  readonly now: number | undefined;
  onRetry(): void;
}

/** Notices about the draft and about sending it, each with its actions. */
export function CardNotices({ card, now, onRetry }: CardNoticesProps) {
  const t = useTranslation();
  const { otherDraft, sending, waitingAction, failedAction, amendment } = card;
  return (
    <div className="ask-notices">
      <PeopleNotices card={card} />
      {amendment && <AmendmentNotice amendment={amendment} card={card} now={now} />}
      {otherDraft && (
        <p className="ask-notice">
          <span>
            <DraftOrigin id="card.otherDraft" {...otherDraft} now={now} />
          </span>
          <button className="ask-quiet" onClick={card.takeOtherDraft} type="button">
            {t("card.useOther")}
          </button>
        </p>
      )}
      {sending.status === "queued" && (
        <p className="ask-notice" data-kind="offline">
          <WaitingReason isServerBusy={sending.isServerBusy} />
          <button className="ask-quiet" onClick={card.cancelSending} type="button">
            {t("card.cancelSending")}
          </button>
        </p>
      )}
      {waitingAction && (
        <p className="ask-notice" data-kind="offline">
          {t(`card.waiting.${waitingAction.action}`)}
          {waitingAction.canCancel && (
            <button className="ask-quiet" onClick={card.cancelRecovered} type="button">
              {t("card.cancelSending")}
            </button>
          )}
        </p>
      )}
      {failedAction && (
        <p className="ask-notice" data-kind="error">
          {t(`card.failed.${failedAction.action}`)}
        </p>
      )}
      {card.isGone && <GoneNotice card={card} />}
      {sending.status === "failed" && !card.isGone && (
        <p className="ask-notice" data-kind="error">
          <span>
            {t("card.failed", { title: sending.problem.title.replace(/\.$/, "") })}
            {sending.problem.hint && (
              <span className="ask-hint" dir="auto">
                {" "}
                {sending.problem.hint}
              </span>
            )}
          </span>
          <button className="ask-quiet" onClick={onRetry} type="button">
            {t("card.retry")}
          </button>
        </p>
      )}
    </div>
  );
}

/** Says that the server no longer has the question; what was written for it can be copied. */
function GoneNotice({ card: { inquiry, draft, sending } }: Pick<CardNoticesProps, "card">) {
  const t = useTranslation();
  const submission = sending.status === "failed" ? sending.submission : undefined;
  const reason = submission && submission.type !== "answer" ? submission.comment : undefined;
  const written = joinTexts(draftToText(inquiry.questions, draft), reason ?? "");
  return (
    <p className="ask-notice" data-kind="error">
      <span>
        {t("card.gone")} {written !== "" && t("card.gone.kept")}
      </span>
      {written !== "" && <CopyButton text={written} />}
    </p>
  );
}

interface RecoveredBoxProps {
  readonly card: InquiryCard;
  /** Somebody else was faster while the form was in use, so that it is said here who it was and what they answered. */
  readonly isOvertaken: boolean;
  readonly now: number | undefined;
}

/** What somebody had written when the inquiry was resolved without it. It stays until they send or discard it. */
export function RecoveredBox({ card, isOvertaken, now }: RecoveredBoxProps) {
  const t = useTranslation();
  const { i18n } = useLingui();
  const { recovered: text, inquiry } = card;
  const answer = new Intl.ListFormat(i18n.locale).format(answerTexts(inquiry));
  if (text === undefined && !isOvertaken) return null;
  return (
    <div className="ask-recovered">
      {isOvertaken && (
        <div className="ask-overtaken">
          <Outcome card={card} now={now} />
          {answer !== "" && (
            <p className="ask-given" data-refused={isRefused(inquiry) || undefined} dir="auto">
              {answer}
            </p>
          )}
        </div>
      )}
      {text !== undefined && (
        <fieldset>
          <legend>{t("card.recovered")}</legend>
          <p className="ask-recovered-text" dir="auto">
            {text}
          </p>
          <div className="ask-buttons">
            <CopyButton text={text} />
            {!isAskedElsewhere(inquiry) && (
              <button className="ask-quiet" onClick={card.sendRecovered} type="button">
                {t("card.sendAsMessage")}
              </button>
            )}
            <button className="ask-quiet" onClick={card.discardRecovered} type="button">
              {t("card.discard")}
            </button>
          </div>
        </fieldset>
      )}
    </div>
  );
}
