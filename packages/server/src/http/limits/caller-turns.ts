import { err, ok, type Result } from "@askback/core";
import { type Problem, problems } from "../problems/problem.ts";
import type { AppContext } from "../route.ts";

export interface CallerTurnLimits {
  /** How many callers have a turn at once; each has one. */
  readonly running: number;
  readonly waiting: number;
  readonly waitingPerCaller: number;
}

/** Turns at work that takes long, so that a caller who asks for much of it keeps only itself waiting. */
export interface CallerTurns {
  /**
   * Does the work when its turn comes: after the caller's work before it, and while others do theirs. Beyond the limits it
   * is refused, and it does not start when its caller has gone.
   */
  run<Value>(context: AppContext, work: () => Promise<Value>): Promise<Result<Value, Problem>>;
}

const defaultLimits: CallerTurnLimits = { running: 4, waiting: 64, waitingPerCaller: 16 };

interface Waiting {
  readonly caller: string;
  start(): void;
}

export function createCallerTurns(limits = defaultLimits): CallerTurns {
  const running = new Set<string>();
  let waiting: Waiting[] = [];

  /** Resolves to false when the signal aborts first. */
  function waitForTurn(caller: string, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = () => {
        waiting = waiting.filter((one) => one !== own);
        resolve(false);
      };
      const own: Waiting = {
        caller,
        start() {
          signal.removeEventListener("abort", leave);
          resolve(true);
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.push(own);
    });
  }

  function endTurn(caller: string): void {
    running.delete(caller);
    const next = waiting.find((one) => !running.has(one.caller));
    if (!next) return;
    waiting = waiting.filter((one) => one !== next);
    running.add(next.caller);
    next.start();
  }

  return {
    async run(context, work) {
      const { signal } = context.req.raw;
      // A signal that has aborted tells no listener any more, so the work would wait, and be done for nobody.
      if (signal.aborted) return tooMany(context);
      const { id, project } = context.get("principal");
      const caller = JSON.stringify([project, id]);
      if (running.has(caller) || running.size >= limits.running) {
        const own = waiting.filter((one) => one.caller === caller).length;
        if (own >= limits.waitingPerCaller) return tooMany(context);
        if (waiting.length >= limits.waiting) return err(problems.unavailable);
        if (!(await waitForTurn(caller, signal))) return tooMany(context);
      } else running.add(caller);
      try {
        return ok(await work());
      } finally {
        endTurn(caller);
      }
    },
  };
}

function tooMany(context: AppContext): Result<never, Problem> {
  context.header("retry-after", "1");
  return err(problems.tooMany);
}
