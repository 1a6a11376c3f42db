import type { Message } from "@askback/core/wire";
import { type RefObject, useCallback, useEffect, useState } from "react";
import { wanted } from "../card/use-arrival.ts";

/** Whether the card of the open inquiry can be seen, and the way to it. `showEarlier` gives whether there was anything. */
export function useQuestionInSight(
  scroller: RefObject<HTMLElement | null>,
  inquiryId: string | undefined,
  messages: readonly Message[],
  showEarlier: () => Promise<boolean>,
) {
  const [isInSight, setIsInSight] = useState(true);
  // The inquiry may be known before the message that asks it.
  const isShown = inquiryId !== undefined && messages.some((message) => asks(message, inquiryId));

  useEffect(() => {
    setIsInSight(inquiryId === undefined || isShown);
    if (inquiryId === undefined || !isShown || !scroller.current) return;
    const place = placeOf(inquiryId, scroller.current);
    if (!place) return;
    const onLook = (entries: readonly IntersectionObserverEntry[]) =>
      setIsInSight(entries.at(-1)?.isIntersecting ?? true);
    const looks = new IntersectionObserver(onLook, { root: scroller.current, rootMargin: "-24px 0px" });
    looks.observe(place);
    return () => looks.disconnect();
  }, [scroller, inquiryId, isShown]);

  const go = useCallback(async () => {
    const box = scroller.current;
    if (inquiryId === undefined || !box) return;
    // A card may stand above all that is loaded.
    while (!placeOf(inquiryId, box) && (await showEarlier()));
    const card = placeOf(inquiryId, box)?.querySelector(`[data-inquiry="${CSS.escape(inquiryId)}"]`);
    card?.dispatchEvent(new Event(wanted));
  }, [scroller, inquiryId, showEarlier]);

  return { isInSight, go };
}

function asks({ blocks }: Message, inquiryId: string): boolean {
  return blocks.some((block) => block.type === "action" && block.inquiry.id === inquiryId);
}

function placeOf(inquiryId: string, box: HTMLElement): HTMLElement | undefined {
  return box.querySelector<HTMLElement>(`[data-asked="${CSS.escape(inquiryId)}"]`) ?? undefined;
}
