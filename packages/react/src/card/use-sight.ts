import { type RefObject, useCallback, useEffect, useRef } from "react";
import { type Sight, type SightWatch, watchSight } from "./watch-sight.ts";

const unseen: Sight = { inViewSince: undefined, windowFocusedAt: Number.NEGATIVE_INFINITY };

/** Tells what has been seen of an element. `revision` is of what it shows: another begins anew, and without one it is not watched. */
export function useSight(element: RefObject<HTMLElement | null>, revision: number | undefined): () => Sight {
  const watch = useRef<SightWatch>(undefined);
  useEffect(() => {
    if (revision === undefined || !element.current) return;
    const begun = watchSight(element.current);
    watch.current = begun;
    return () => {
      begun.stop();
      watch.current = undefined;
    };
  }, [element, revision]);
  return useCallback(() => watch.current?.look() ?? unseen, []);
}
