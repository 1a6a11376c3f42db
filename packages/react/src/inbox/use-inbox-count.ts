import { useAskback } from "../askback-context.ts";
import { systemClock } from "../clock.ts";
import { valueIn } from "../live/known.ts";
import { oncePerLive } from "../once-per-live.ts";
import { useSource } from "../use-source.ts";
import { createInboxCount, type InboxCount } from "./inbox-count.ts";

/** The one count of a live state. */
export const countOf = oncePerLive(({ client, live }) => createInboxCount({ client, live, clock: systemClock }));

/** How many questions need the reader; undefined until known. */
export function useInboxCount(): InboxCount | undefined {
  const count = countOf(useAskback());
  return valueIn(useSource(count));
}
