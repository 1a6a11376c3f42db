import { useEffect, useState } from "react";

/** The time, again and again; or a fixed one, so that what is shown can be shown again. */
export function useNow(fixed: number | undefined, every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (fixed !== undefined) return;
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [fixed, every]);
  return fixed ?? now;
}
