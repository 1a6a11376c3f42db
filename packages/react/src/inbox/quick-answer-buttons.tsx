import { neutralise } from "@askback/core";
import type { Inquiry, Option } from "@askback/core/wire";
import { useEffect, useRef } from "react";
import { Button, type PressEvent } from "react-aria-components";
import { isDeliberate } from "../card/one-tap.ts";
import { useWords } from "../i18n/use-words.ts";

interface QuickAnswerButtonsProps {
  readonly inquiry: Inquiry;
  readonly options: readonly Option[];
  onAnswer(inquiry: Inquiry, option: Option): void;
}

/** The options of a row. A pointer must have had time to mean it; a key is pressed on what has the focus. */
export function QuickAnswerButtons({ inquiry, options, onAnswer }: QuickAnswerButtonsProps) {
  const words = useWords();
  const windowFocusedAt = useRef(Number.NEGATIVE_INFINITY);
  const inViewSince = useRef<number | undefined>(undefined);
  useEffect(() => {
    const onFocus = () => {
      windowFocusedAt.current = performance.now();
    };
    inViewSince.current = performance.now();
    window.addEventListener("focus", onFocus);
    return () => window.removeEventListener("focus", onFocus);
  }, []);

  const answer = (option: Option, { pointerType, target }: PressEvent) => {
    const isPointer = pointerType !== "keyboard" && pointerType !== "virtual";
    // A press that ends elsewhere than where it began never gets here.
    const tap = { pressedOn: option.id, releasedOn: option.id, at: performance.now() };
    const when = { windowFocusedAt: windowFocusedAt.current, inViewSince: inViewSince.current };
    if (isPointer && !isDeliberate({ ...tap, ...when })) return;
    // The button goes with the answer, and the focus must not go with the button.
    target.closest<HTMLElement>("[role=row]")?.focus();
    onAnswer(inquiry, option);
  };

  return options.map((option) => (
    <Button key={option.id} className="ask-button ask-quick" onPress={(event) => answer(option, event)}>
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
