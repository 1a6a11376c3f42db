import { useEffect, useState } from "react";
import { useClock } from "./use-clock.ts";

/** The server's time, again and again; or a fixed one, so that what is shown can be shown again. */
export function useNow(fixed: number | undefined, every: number): number {
  const clock = useClock();
  const [now, setNow] = useState(clock);
  useEffect(() => {
    if (fixed !== undefined) return;
    const timer = setInterval(() => setNow(clock()), every);
    return () => clearInterval(timer);
  }, [fixed, every, clock]);
  return fixed ?? now;
}
