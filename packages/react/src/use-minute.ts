import { createMinuteTicker, systemClock } from "./data/clock.ts";
import type { Services } from "./data/services.ts";
import { oncePerProvider } from "./once-per-provider.ts";
import { useServices } from "./services-context.ts";
import { useAtom } from "./use-atom.ts";

const minuteOf = oncePerProvider(({ client }: Services) => createMinuteTicker({ ...systemClock, now: client.now }));

/** The server's time, updated at each full minute, for everything that shows how long ago something was. */
export function useMinute(): number {
  return useAtom(minuteOf(useServices()));
}
