import { useEffect, useRef } from "react";
import { systemClock } from "../clock.ts";
import { change, warning } from "./announcements.ts";
import { nextChange, warningAt } from "./deadline.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { useAnnounce } from "./use-announce.ts";
import { useClock } from "./use-clock.ts";
import { useLatest } from "./use-latest.ts";
import { useTimeWriter } from "./use-time-writer.ts";

/** Reads out what happens to a card, each thing once. */
export function useCardAnnouncements(card: InquiryCard): void {
  const announce = useAnnounce();
  const clock = useClock();
  const time = useTimeWriter();
  const told = useRef(card);

  useEffect(() => {
    const announcement = change(told.current, card, time);
    told.current = card;
    if (announcement) void announce(announcement);
  });

  const { askedAt, deadline } = card.inquiry;
  const isOpen = card.state === "pending";
  const warn = useLatest(() => {
    const kind = warningAt({ askedAt, deadline }, clock());
    if (kind) void announce(warning(kind));
  });
  useEffect(() => {
    if (!isOpen) return;
    const waiting = { stop: () => {} };
    const wait = () => {
      const ms = nextChange({ askedAt, deadline }, clock());
      // A timer of more than 24 days would go off at once.
      if (ms === undefined || ms > 2 ** 31 - 1) return;
      waiting.stop = systemClock.after(ms, () => {
        warn.current();
        wait();
      });
    };
    wait();
    return () => waiting.stop();
  }, [isOpen, askedAt, deadline, warn, clock]);
}
