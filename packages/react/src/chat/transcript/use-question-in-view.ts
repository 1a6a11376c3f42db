import type { Inquiry, Message } from "@askback/core/wire";
import { type RefObject, useCallback, useEffect, useState } from "react";
import { goToQuestionEvent } from "../../card/focus/use-autofocus.ts";
import { scrollBoxOf } from "./scroll-box.ts";

/** The first open inquiry whose card is out of view, and how to go there. `showEarlier` resolves to whether it loaded any message. */
export function useQuestionInView(
  scroller: RefObject<HTMLElement | null>,
  open: readonly Inquiry[],
  messages: readonly Message[],
  showEarlier: () => Promise<boolean>,
) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  // An inquiry may be known before the message that asks it.
  const shown = open.filter(({ id }) => messages.some((message) => asks(message, id)));
  const names = (inquiries: readonly Inquiry[]) => inquiries.map(({ id }) => id).join(" ");
  const openIds = names(open);
  const shownIds = names(shown);

  useEffect(() => {
    const isShown = (id: string) => shownIds.split(" ").includes(id);
    setHidden(new Set(openIds.split(" ").filter((id) => !isShown(id))));
    const box = scroller.current;
    if (shownIds === "" || !box) return;
    // Where the page scrolls the messages, their own box shows all of them.
    const root = scrollBoxOf(box) === box ? box : null;
    const onChange = (entries: readonly IntersectionObserverEntry[]) =>
      setHidden((before) => {
        const after = new Set(before);
        for (const { target, isIntersecting } of entries) {
          const id = target.getAttribute("data-asked") ?? "";
          if (isIntersecting) after.delete(id);
          else after.add(id);
        }
        return after;
      });
    const observer = new IntersectionObserver(onChange, { root, rootMargin: "-24px 0px" });
    for (const id of shownIds.split(" ")) {
      const card = cardOf(id, box);
      if (card) observer.observe(card);
    }
    return () => observer.disconnect();
  }, [scroller, openIds, shownIds]);

  const outOfView = open.find(({ id }) => hidden.has(id));
  const inquiryId = outOfView?.id;
  const go = useCallback(async () => {
    const box = scroller.current;
    if (inquiryId === undefined || !box) return;
    // The card may be in an earlier page of messages.
    while (!cardOf(inquiryId, box) && (await showEarlier()));
    const card = cardOf(inquiryId, box)?.querySelector(`[data-inquiry="${CSS.escape(inquiryId)}"]`);
    card?.dispatchEvent(new Event(goToQuestionEvent));
  }, [scroller, inquiryId, showEarlier]);

  return { outOfView, go };
}

function asks({ blocks }: Message, inquiryId: string): boolean {
  return blocks.some((block) => block.type === "action" && block.inquiry.id === inquiryId);
}

function cardOf(inquiryId: string, box: HTMLElement): HTMLElement | undefined {
  return box.querySelector<HTMLElement>(`[data-asked="${CSS.escape(inquiryId)}"]`) ?? undefined;
}
