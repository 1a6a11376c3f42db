import { asksSecret } from "@askback/core";
import { useLingui } from "@lingui/react";
import { useContext, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AskbackContext, type CardLinks } from "../askback-context.ts";
import type { InquiryCard } from "../data/inquiry/inquiry-card.ts";
import { useLanguageAttributes } from "../i18n/use-language.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { defaultSettings, type Settings } from "../settings.ts";
import { ShortcutSheet } from "../ui/dialog/shortcut-sheet.tsx";
import { useClock, useTimeFormat } from "../ui/time.tsx";
import { useCardAnnouncements } from "./announcements.ts";
import { ApprovalForm } from "./approval/approval-form.tsx";
import { inReadersWords } from "./approval/approval-words.ts";
import { CardBody } from "./card-body.tsx";
import { CardHeader } from "./card-header.tsx";
import { CardNotices, RecoveredBox } from "./card-notices.tsx";
import { CardSummary, HeldBar, isMineToUndo } from "./card-summary.tsx";
import { questionText, regionTitleOf } from "./card-title.ts";
import { useAutofocus } from "./focus/use-autofocus.ts";
import { InquiryForm } from "./form/inquiry-form.tsx";
import { useFinishedReason } from "./form/resolve-reason.ts";
import { useCardForm } from "./form/use-card-form.ts";
import { keymap, pageKey } from "./keyboard/keymap.ts";
import { useCardKeys } from "./keyboard/use-card-keys.ts";
import { useOutcomeInView } from "./outcome.tsx";
import { SecretForm } from "./people/secret-form.tsx";
import { useCardPhase } from "./use-card-phase.ts";

export interface CardViewProps {
  readonly card: InquiryCard;
  readonly links?: CardLinks;
  /** Whether a new card may take the focus if the reader's settings allow it. */
  readonly mayFocus?: boolean;
  /** A fixed time, which makes what is shown repeatable. */
  readonly now?: number;
}

/** An inquiry from its arrival to its resolution, in one element. */
export function CardView({ card: asked, links = {}, mayFocus = true, now }: CardViewProps) {
  const root = useRef<HTMLElement>(null);
  const titleId = useId();
  const t = useTranslation();
  const card = useReadersWords(asked);
  const attributes = useLanguageAttributes();
  const [settings, changeSettings] = useSettings();
  const [isFolded, setFolded] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const { phase, onFocus, onBlur, onPointerDown, returnFocus } = useCardPhase(card, root);
  const isSecret = asksSecret(card.inquiry);
  const isReadOnly = phase !== "form" || card.state === "submitting" || isSecret || card.isGone === true;
  const isOver = phase === "overtaken" || card.isGone === true;
  const form = useCardForm(card, { root, settings, isReadOnly, isFolded });
  const focusedAt = useAutofocus(card, { root, settings, mayFocus, unfold: () => flushSync(() => setFolded(false)) });
  useCardAnnouncements(card);
  useOutcomeInView(card, root);
  useFinishedReason(card, phase === "overtaken");
  const fold = () => {
    flushSync(() => setFolded(true));
    returnFocus();
  };
  const unfold = () => {
    flushSync(() => setFolded(false));
    root.current?.querySelector<HTMLElement>("[data-question], [data-focus=review], [data-focus=summary]")?.focus();
  };
  const clock = useClock();
  const hasForm = phase !== "summary";
  const isFoldable = hasForm && !isFolded;
  const showShortcuts = () => setSheetOpen(true);
  const keys = useCardKeys(card, { form, focusedAt, settings, isFoldable, fold, showShortcuts, clock });
  const { id, values } = regionTitleOf(card, useTimeFormat(now));
  const single = singleQuestion(card);
  return (
    <section
      aria-label={single ? t("card.named", { title: t(id, values), question: single }) : t(id, values)}
      aria-live="off"
      className="ask-user-question-inline ask-card"
      data-folded={isFolded || undefined}
      data-inquiry={card.inquiry.id}
      data-state={card.state}
      onBlur={onBlur}
      onFocus={onFocus}
      onPointerDown={onPointerDown}
      ref={root}
      {...attributes}
      {...keys}
    >
      <CardHeader
        card={card}
        form={form}
        hasForm={hasForm}
        isFolded={isFolded}
        links={links}
        now={now}
        onFold={fold}
        onShortcuts={showShortcuts}
        onUnfold={unfold}
        titleId={titleId}
      />
      {!isFolded && hasForm && card.inquiry.approval && (
        <ApprovalForm card={card} form={form} isOver={isOver} now={now} titleId={titleId} />
      )}
      {!isFolded && hasForm && isSecret && <SecretForm card={card} />}
      {!isFolded && hasForm && !card.inquiry.approval && !isSecret && (
        <InquiryForm
          card={card}
          form={form}
          isOver={isOver}
          now={now}
          onLayout={(questions) => changeSettings({ questions })}
          settings={settings}
          titleId={titleId}
        />
      )}
      {!isFolded && !hasForm && (
        <>
          <CardBody>
            <CardSummary card={card} links={links} now={now} />
          </CardBody>
          <CardNotices card={card} now={now} onRetry={form.retry} />
          {isMineToUndo(card) && <HeldBar card={card} now={now} />}
        </>
      )}
      <RecoveredBox card={card} isOvertaken={phase === "overtaken"} now={now} />
      {isSheetOpen && (
        <ShortcutSheet
          title={t("card.shortcuts")}
          shortcuts={[...keymap, pageKey]}
          onClose={() => setSheetOpen(false)}
        />
      )}
    </section>
  );
}

/** A single question is part of the name of its card; of several each is the title for a while. */
function singleQuestion({ inquiry }: InquiryCard): string | undefined {
  const { length, 0: first } = inquiry.questions;
  return length === 1 ? questionText(inquiry, first?.text) : undefined;
}

/** The card with what Askback itself asks in the reader's language. */
function useReadersWords(card: InquiryCard): InquiryCard {
  const { i18n } = useLingui();
  return useMemo(
    () => ({ ...card, inquiry: inReadersWords(card.inquiry, (id, values) => i18n._(id, values)) }),
    [card, i18n],
  );
}

/** The reader's settings; a card without a provider keeps its own. */
function useSettings(): readonly [Settings, (changed: Partial<Settings>) => void] {
  const askback = useContext(AskbackContext);
  const [own, setOwn] = useState(defaultSettings);
  if (askback) return [askback.settings, askback.change];
  return [own, (changed) => setOwn({ ...own, ...changed })];
}
