import { neutralise } from "@askback/core";
import type { Inquiry, Option } from "@askback/core/wire";
import { useRef } from "react";
import { Button, type PressEvent } from "react-aria-components";
import { isOneTap } from "../../card/form/one-tap.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useDeliberatePress } from "../../ui/deliberate-press.ts";

interface QuickAnswerButtonsProps {
  readonly inquiry: Inquiry;
  readonly options: readonly Option[];
  onAnswer(inquiry: Inquiry, option: Option): void;
}

/** The quick answers of a row. A pointer must press deliberately; a key always acts on the focused button. */
export function QuickAnswerButtons({ inquiry, options, onAnswer }: QuickAnswerButtonsProps) {
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
