import { neutralise } from "@askback/core";
import { withoutMark } from "../data/device-name.ts";
import type { InquiryCard } from "../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { Sentence } from "../text/sentence.tsx";
import { Icon } from "../ui/icon.tsx";
import { useTimeFormat } from "../ui/time.tsx";

interface DraftOriginProps {
  readonly id: "card.restored" | "card.otherDraft";
  readonly device: string;
  readonly savedAt: string;
  readonly now: number | undefined;
}

/** Says where and when a draft was written. */
export function DraftOrigin({ id, device, savedAt, now }: DraftOriginProps) {
  const time = useTimeFormat(now);
  return <Sentence id={id} values={{ device: neutralise(withoutMark(device)), time: time(savedAt) }} />;
}

interface FooterNoteProps {
  readonly card: InquiryCard;
  readonly now: number | undefined;
}

/** Says in the footer that the connection is lost, or that the draft is from another device: there it moves nothing when it comes. */
export function FooterNote({ card: { restored, isOffline, sending, discardDraft }, now }: FooterNoteProps) {
  const t = useTranslation();
  if (isOffline && sending.status !== "queued")
    return (
      <p className="ask-footer-note" data-kind="offline">
        <Icon name="offline" />
        <span>{t("card.offline")}</span>
      </p>
    );
  if (restored?.device === undefined) return null;
  const { device, savedAt } = restored;
  return (
    <p className="ask-footer-note">
      <span>
        <DraftOrigin device={device} id="card.restored" now={now} savedAt={savedAt} />
      </span>
      <button className="ask-quiet" onClick={discardDraft} type="button">
        {t("card.discard")}
      </button>
    </p>
  );
}
