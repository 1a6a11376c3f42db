import { neutralise } from "@askback/core";
import type { Inquiry, Option } from "@askback/core/wire";
import { useRef } from "react";
import { Button, type PressEvent } from "react-aria-components";
import { useAskback } from "../../askback-context.ts";
import { isOneTap } from "../../card/form/one-tap.ts";
import { findResolution, isUnfinished, type OutboxEntry } from "../../data/outbox/outbox-entry.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useDeliberatePress } from "../../ui/deliberate-press.ts";
import { Icon } from "../../ui/icon.tsx";
import { useAtom } from "../../use-atom.ts";
import { useInboxContext } from "../inbox-context.ts";
import { useBulkActions } from "../use-inbox.ts";

/** The second line of an open inquiry after its question: what is special about it, what is being sent, its quick answers. */
export function OpenRow({ inquiry }: { readonly inquiry: Inquiry }) {
  const t = useTranslation();
  const { settings, outbox } = useAskback();
  const { route, selection, answer } = useInboxContext();
  const entries = useAtom(outbox.entries);
  const failures = useAtom(useBulkActions().last)?.failures;
  const given = findResolution(entries, inquiry.id) ?? findSnooze(entries, inquiry.id);
  if (given && isUnfinished(given)) {
    return <span className="ask-row-state">{t(given.status === "waiting" ? "outbox.waiting" : "inbox.sending")}</span>;
  }
  const problem = failures?.find(({ inquiryId }) => inquiryId === inquiry.id)?.problem ?? given?.problem;
  if (problem) return <span className="ask-row-state ask-inbox-problem">{problem.title}</span>;
  const mayAnswer = settings.oneTap && route.view === "needs-you" && selection.ids.size === 0;
  const options = mayAnswer ? quickAnswers(inquiry) : [];
  return (
    <>
      <RowMarks inquiry={inquiry} />
      {options.length > 0 && (
        <div className="ask-row-quick">
          <QuickAnswerButtons inquiry={inquiry} options={options} onAnswer={answer} />
        </div>
      )}
    </>
  );
}

function findSnooze(entries: readonly OutboxEntry[], inquiryId: string): OutboxEntry | undefined {
  return entries.findLast(({ submission }) => submission.type === "snooze" && submission.inquiryId === inquiryId);
}

function RowMarks({ inquiry: { approval, questions, mine } }: { readonly inquiry: Inquiry }) {
  const t = useTranslation();
  return (
    <span className="ask-row-marks">
      {approval && (
        <span
          className="ask-inbox-mark"
          data-tone="warn"
          title={t("inbox.approvalLong", { tool: neutralise(approval.tool) })}
        >
          <Icon name="shield" />
          {t("inbox.approval")}
        </span>
      )}
      {questions.length > 1 && (
        <span className="ask-inbox-mark">{t("inbox.questions", { count: questions.length })}</span>
      )}
      {mine?.draftedAt && (
        <span className="ask-inbox-mark" title={t("inbox.draftLong")}>
          <Icon name="draft" />
          {t("inbox.draft")}
        </span>
      )}
    </span>
  );
}

interface QuickAnswerButtonsProps {
  readonly inquiry: Inquiry;
  readonly options: readonly Option[];
  onAnswer(inquiry: Inquiry, option: Option): void;
}

/** The quick answers of a row. A pointer must press deliberately; a key always acts on the focused button. */
function QuickAnswerButtons({ inquiry, options, onAnswer }: QuickAnswerButtonsProps) {
  const t = useTranslation();
  const first = useRef<HTMLButtonElement>(null);
  const { press, isDeliberate } = useDeliberatePress(first, options.length > 0 ? inquiry.revision : undefined);

  const answer = (option: Option, { pointerType, target }: PressEvent) => {
    const isPointer = pointerType !== "keyboard" && pointerType !== "virtual";
    if (isPointer && !isDeliberate(option.id)) return;
    // The button is removed with the answer, and the focus must not get lost with it.
    target.closest<HTMLElement>("[role=row]")?.focus();
    onAnswer(inquiry, option);
  };

  return options.map((option, index) => (
    <Button
      key={option.id}
      ref={index === 0 ? first : null}
      className="ask-button ask-quick"
      onPressStart={() => press(option.id)}
      onPress={(event) => answer(option, event)}
    >
      {option.recommended && (
        <>
          <span className="ask-star" aria-hidden="true">
            {"★"}
          </span>
          <span className="ask-hidden">{t("inbox.recommended")}</span>
        </>
      )}
      <bdi>{neutralise(option.label)}</bdi>
    </Button>
  ));
}

const maxOptions = 3;
const maxLabelLength = 24;

/** The options that a row offers: only if one tap may answer, all labels are short, and no draft would be lost. */
export function quickAnswers(inquiry: Inquiry): readonly Option[] {
  const [question] = inquiry.questions;
  if (inquiry.status !== "open" || inquiry.mine?.draftedAt || !question || !isOneTap(inquiry)) return [];
  const { options } = question;
  const isShort = options.length <= maxOptions && options.every(({ label }) => [...label].length <= maxLabelLength);
  return isShort ? options : [];
}
