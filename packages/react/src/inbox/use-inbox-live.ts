import { type Askback, useAskback } from "../askback-context.ts";
import { systemClock } from "../clock.ts";
import { oncePerLive } from "../once-per-live.ts";
import { useSource } from "../use-source.ts";
import { createInboxLive, type InboxLive } from "./inbox-live.ts";
import { createMinutes } from "./minutes.ts";
import { createSentAnswers, type SentAnswers } from "./sent-answers.ts";
import { countOf } from "./use-inbox-count.ts";

const inboxOf = oncePerLive((askback: Askback) => {
  const { client, live } = askback;
  const clock = { ...systemClock, now: client.now };
  const inbox = createInboxLive({ client, live, clock, count: countOf(askback) });
  return { inbox, sent: createSentAnswers({ client, inbox }), minutes: createMinutes(clock) };
});

export function useInboxLive(): InboxLive {
  return inboxOf(useAskback()).inbox;
}

export function useSentAnswers(): SentAnswers {
  return inboxOf(useAskback()).sent;
}

/** The time, which changes once a minute. */
export function useMinute(): number {
  const { minutes } = inboxOf(useAskback());
  return useSource(minutes);
}
