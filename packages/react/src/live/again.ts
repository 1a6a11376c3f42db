import type { Failure } from "@askback/client";
import type { Clock } from "../clock.ts";

const firstMs = 2_000;
const longestMs = 60_000;

/** Tries something again that failed: soon at first, then ever more rarely. */
export interface Again {
  /** It failed; where that cannot pass by itself, nothing is tried. */
  failed(problem: Failure): void;
  /** It succeeded, or nobody wants it any more. */
  rest(): void;
}

export function createAgain(clock: Clock, attempt: () => void): Again {
  let prevent: (() => void) | undefined;
  let pauseMs = firstMs;
  return {
    failed({ status }) {
      prevent?.();
      if (!isPassing(status)) return;
      prevent = clock.after(pauseMs, attempt);
      pauseMs = Math.min(2 * pauseMs, longestMs);
    },
    rest() {
      prevent?.();
      pauseMs = firstMs;
    },
  };
}

/** Whether the same request may come out differently later: nobody was reached, or the server was not well. */
function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status >= 500;
}
