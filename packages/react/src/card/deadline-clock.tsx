import { useWords } from "../i18n/use-words.ts";
import { extended, timeLeft, warningAt } from "./deadline.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { useNow } from "./use-now.ts";
import { useTimeWriter } from "./use-time-writer.ts";

/** By when to answer; near the end how long is left. One press gives more time. */
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
  const words = useWords();
  const now = useNow(fixed, 1_000);
  const time = useTimeWriter(now);
  const near = warningAt(inquiry, now);
  const left = timeLeft(inquiry, now) ?? 0;
  return (
    <span className="ask-deadline" data-near={near}>
      <time dateTime={deadline}>
        {near ? words("card.timeLeft", { time: minutes(left) }) : words("card.deadline", { time: time(deadline) })}
      </time>
      <button className="ask-quiet" onClick={() => extend(extended(inquiry, now))} type="button">
        {words("card.extend")}
      </button>
    </span>
  );
}

function minutes(left: number): string {
  const seconds = Math.ceil(left / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
