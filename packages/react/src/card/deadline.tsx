import type { Inquiry } from "@askback/core/wire";
import type { InquiryCard } from "../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { useNow, useTimeFormat } from "../ui/time.tsx";

/** The deadline, or how long is left near its end, with a button that extends it. */
export function DeadlineClock({ card, now: fixed }: { readonly card: InquiryCard; readonly now: number | undefined }) {
  const { deadline } = card.inquiry;
  if (deadline === undefined) return null;
  return <Clock card={card} deadline={deadline} fixed={fixed} />;
}

interface ClockProps {
  readonly card: InquiryCard;
  readonly deadline: string;
  readonly fixed: number | undefined;
}

function Clock({ card: { inquiry, extend }, deadline, fixed }: ClockProps) {
  const t = useTranslation();
  const now = useNow(fixed, 1_000);
  const time = useTimeFormat(now);
  const near = warningAt(inquiry, now);
  const left = timeLeft(inquiry, now) ?? 0;
  return (
    <span className="ask-deadline" data-near={near}>
      <time dateTime={deadline}>
        {near ? t("card.timeLeft", { time: formatCountdown(left) }) : t("card.deadline", { time: time(deadline) })}
      </time>
      <button className="ask-quiet" onClick={() => extend(extendDeadline(inquiry, now))} type="button">
        {t("card.extend")}
      </button>
    </span>
  );
}

function formatCountdown(left: number): string {
  const seconds = Math.ceil(left / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

type Timed = Pick<Inquiry, "askedAt" | "deadline">;

export type Warning = "soon" | "now";

const minute = 60_000;
const soon = 2 * minute;
const veryNear = 30_000;
const leastExtension = 10 * minute;

/** How long is left; undefined without a deadline. */
export function timeLeft({ deadline }: Timed, now: number): number | undefined {
  return deadline === undefined ? undefined : Math.max(0, Date.parse(deadline) - now);
}

/** The warning that is due: two minutes or 30 seconds before the deadline. */
export function warningAt(timed: Timed, now: number): Warning | undefined {
  const left = timeLeft(timed, now);
  if (left === undefined || left === 0 || left > soon) return undefined;
  return left > veryNear ? "soon" : "now";
}

/** In how many milliseconds a warning or the end is due. */
export function nextChange(timed: Timed, now: number): number | undefined {
  const left = timeLeft(timed, now);
  return left === undefined ? undefined : [left - soon, left - veryNear, left].find((wait) => wait > 0);
}

/** An extension adds as much time as there was at first, and at least ten minutes. */
export function extendDeadline({ askedAt, deadline }: Timed, now: number): string | null {
  if (deadline === undefined) return null;
  const end = Date.parse(deadline);
  return new Date(Math.max(now, end) + Math.max(end - Date.parse(askedAt), leastExtension)).toISOString();
}
