import type { Message } from "@askback/core/wire";
import { type RefObject, useCallback, useEffect, useState } from "react";
import { goToQuestionEvent } from "../../card/focus/use-autofocus.ts";
import { scrollBoxOf } from "./scroll-box.ts";

/** Whether the card of the open inquiry is in view, and how to go there. `showEarlier` resolves to whether it loaded any message. */
export function useQuestionInView(
  scroller: RefObject<HTMLElement | null>,
  inquiryId: string | undefined,
  messages: readonly Message[],
  showEarlier: () => Promise<boolean>,
) {
  const [isInView, setIsInView] = useState(true);
  // The inquiry may be known before the message that asks it.
  const isShown = inquiryId !== undefined && messages.some((message) => asks(message, inquiryId));

  useEffect(() => {
    setIsInView(inquiryId === undefined || isShown);
    if (inquiryId === undefined || !isShown || !scroller.current) return;
    const card = cardOf(inquiryId, scroller.current);
    if (!card) return;
    // Where the page scrolls the messages, their own box shows all of them.
    const root = scrollBoxOf(scroller.current) === scroller.current ? scroller.current : null;
    const onChange = (entries: readonly IntersectionObserverEntry[]) =>
      setIsInView(entries.at(-1)?.isIntersecting ?? true);
    const observer = new IntersectionObserver(onChange, { root, rootMargin: "-24px 0px" });
    observer.observe(card);
    return () => observer.disconnect();
  }, [scroller, inquiryId, isShown]);

  const go = useCallback(async () => {
    const box = scroller.current;
    if (inquiryId === undefined || !box) return;
    // The card may be in an earlier page of messages.
    while (!cardOf(inquiryId, box) && (await showEarlier()));
    const card = cardOf(inquiryId, box)?.querySelector(`[data-inquiry="${CSS.escape(inquiryId)}"]`);
    card?.dispatchEvent(new Event(goToQuestionEvent));
  }, [scroller, inquiryId, showEarlier]);

  return { isInView, go };
}

function asks({ blocks }: Message, inquiryId: string): boolean {
  return blocks.some((block) => block.type === "action" && block.inquiry.id === inquiryId);
}

function cardOf(inquiryId: string, box: HTMLElement): HTMLElement | undefined {
  return box.querySelector<HTMLElement>(`[data-asked="${CSS.escape(inquiryId)}"]`) ?? undefined;
}
