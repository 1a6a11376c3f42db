import { type RefObject, useCallback, useEffect, useState } from "react";

/** Whether the card of the open inquiry can be seen, and the way to it. */
export function useQuestionInSight(
  scroller: RefObject<HTMLElement | null>,
  inquiryId: string | undefined,
  showEarlier: () => Promise<void>,
) {
  const [isInSight, setIsInSight] = useState(true);

  useEffect(() => {
    setIsInSight(true);
    if (inquiryId === undefined || !scroller.current) return;
    const place = placeOf(inquiryId, scroller.current);
    if (!place) return setIsInSight(false);
    const onLook = (entries: readonly IntersectionObserverEntry[]) =>
      setIsInSight(entries.at(-1)?.isIntersecting ?? true);
    const looks = new IntersectionObserver(onLook, { root: scroller.current, rootMargin: "-24px 0px" });
    looks.observe(place);
    return () => looks.disconnect();
  }, [scroller, inquiryId]);

  const go = useCallback(async () => {
    if (inquiryId === undefined || !scroller.current) return;
    // A card may stand above all that is loaded.
    if (!placeOf(inquiryId, scroller.current)) await showEarlier();
    const place = placeOf(inquiryId, scroller.current);
    place?.scrollIntoView({ block: "nearest" });
    place?.querySelector("h2")?.focus({ preventScroll: true });
  }, [scroller, inquiryId, showEarlier]);

  return { isInSight, go };
}

function placeOf(inquiryId: string, box: HTMLElement): HTMLElement | undefined {
  return box.querySelector<HTMLElement>(`[data-asked="${CSS.escape(inquiryId)}"]`) ?? undefined;
}
