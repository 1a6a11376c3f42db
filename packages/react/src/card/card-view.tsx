import { neutralise } from "@askback/core";
import { Suspense, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLanguageAttributes } from "../i18n/use-language-attributes.ts";
import { lazily } from "../text/lazily.ts";
import { plainWords } from "../text/plain-words.ts";
import { CardBody } from "./card-body.tsx";
import { CardHeader } from "./card-header.tsx";
import type { CardLinks } from "./card-links.ts";
import { CardNotices } from "./card-notices.tsx";
import { CardSummary } from "./card-summary.tsx";
import { winnerOf } from "./card-words.ts";
import { FoldedLine } from "./folded-line.tsx";
import { HeldBar } from "./held-bar.tsx";
import type { InquiryCard } from "./inquiry-card.ts";
import { InquiryForm } from "./inquiry-form.tsx";
import { RecoveredBox } from "./recovered-box.tsx";
import { useArrival } from "./use-arrival.ts";
import { useCardAnnouncements } from "./use-card-announcements.ts";
import { useCardForm } from "./use-card-form.ts";
import { useCardKeys } from "./use-card-keys.ts";
import { useClock } from "./use-clock.ts";
import { useEndOfReason } from "./use-reason.ts";
import { useSettings } from "./use-settings.ts";
import { useStage } from "./use-stage.ts";

const ShortcutSheet = lazily(
  async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet,
  () => null,
);

export interface CardViewProps {
  readonly card: InquiryCard;
  readonly links?: CardLinks;
  /** Whether a new card may take the focus where the reader's settings allow it. */
  readonly mayFocus?: boolean;
  /** A time that stands still, to show the same again. */
  readonly now?: number;
}

/** An inquiry from its appearance to its end, on one and the same element. */
export function CardView({ card, links = {}, mayFocus = true, now }: CardViewProps) {
  const root = useRef<HTMLElement>(null);
  const titleId = useId();
  const attributes = useLanguageAttributes();
  const [settings, changeSettings] = useSettings();
  const [isFolded, setFolded] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const { stage, onFocus, onBlur, returnFocus } = useStage(card, root);
  const isReadOnly = stage !== "form" || card.state === "submitting";
  const form = useCardForm(card, { root, settings, isReadOnly, isFolded });
  const focusedAt = useArrival(card, { root, settings, mayFocus, unfold: () => flushSync(() => setFolded(false)) });
  useCardAnnouncements(card);
  useEndOfReason(card, stage === "overtaken");
  const fold = () => {
    flushSync(() => setFolded(true));
    returnFocus();
  };
  const unfold = () => {
    flushSync(() => setFolded(false));
    root.current?.querySelector<HTMLElement>("[data-question], [data-focus]")?.focus();
  };
  const clock = useClock();
  const showShortcuts = () => setSheetOpen(true);
  const keys = useCardKeys(card, { form, focusedAt, settings, isFoldable: !isFolded, fold, showShortcuts, clock });
  const isMine = winnerOf(card.inquiry) === undefined || winnerOf(card.inquiry) === card.me;
  return (
    <section
      aria-labelledby={`${titleId} ${titleId}-question`}
      aria-live="off"
      className="ask-user-question-inline ask-card"
      data-inquiry={card.inquiry.id}
      data-state={card.state}
      onBlur={onBlur}
      onFocus={onFocus}
      ref={root}
      {...attributes}
      {...keys}
    >
      <span dir="auto" hidden id={`${titleId}-question`}>
        {neutralise(plainWords(card.inquiry.questions[0]?.text ?? ""))}
      </span>
      <CardHeader
        card={card}
        isFolded={isFolded}
        links={links}
        now={now}
        onFold={fold}
        onShortcuts={showShortcuts}
        titleId={titleId}
        view={form.view}
      />
      {isFolded && <FoldedLine card={card} onUnfold={unfold} />}
      {!isFolded && stage !== "summary" && (
        <InquiryForm
          card={card}
          form={form}
          isOvertaken={stage === "overtaken"}
          now={now}
          onLayout={(questions) => changeSettings({ questions })}
          settings={settings}
        />
      )}
      {!isFolded && stage === "summary" && (
        <>
          <CardBody>
            <CardSummary card={card} links={links} />
          </CardBody>
          <CardNotices card={card} now={now} onRetry={form.retry} />
          {card.state === "held" && isMine && <HeldBar card={card} now={now} />}
        </>
      )}
      {card.recovered !== undefined && <RecoveredBox card={card} text={card.recovered} />}
      {isSheetOpen && (
        <Suspense fallback={null}>
          <ShortcutSheet onClose={() => setSheetOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
