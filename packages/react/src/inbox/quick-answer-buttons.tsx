import { neutralise } from "@askback/core";
import type { Inquiry, Option } from "@askback/core/wire";
import { useRef } from "react";
import { Button, type PressEvent } from "react-aria-components";
import { useDeliberate } from "../card/use-deliberate.ts";
import { useWords } from "../i18n/use-words.ts";

interface QuickAnswerButtonsProps {
  readonly inquiry: Inquiry;
  readonly options: readonly Option[];
  onAnswer(inquiry: Inquiry, option: Option): void;
}

/** The options of a row. A pointer must have had time to mean it; a key is pressed on what has the focus. */
export function QuickAnswerButtons({ inquiry, options, onAnswer }: QuickAnswerButtonsProps) {
  const words = useWords();
  const first = useRef<HTMLButtonElement>(null);
  const { press, isMeant } = useDeliberate(first, options.length > 0 ? inquiry.revision : undefined);

  const answer = (option: Option, { pointerType, target }: PressEvent) => {
    const isPointer = pointerType !== "keyboard" && pointerType !== "virtual";
    if (isPointer && !isMeant(option.id)) return;
    // The button goes with the answer, and the focus must not go with the button.
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
          <span className="ask-hidden">{words("inbox.recommended")}</span>
        </>
      )}
      <bdi>{neutralise(option.label)}</bdi>
    </Button>
  ));
}
