import { err, ok, type Result } from "@askback/core";
import { isSearch } from "../../store/slices.ts";
import type { ConversationFilter, InquiryFilter, Page } from "../../store/store.ts";
import { type Problem, problems } from "../problem.ts";
import type { AppContext } from "../route.ts";

export interface SearchTurnLimits {
  /** How many searches run at once; each caller has one of them. */
  readonly running: number;
  readonly waiting: number;
  readonly waitingPerCaller: number;
}

const defaultLimits: SearchTurnLimits = { running: 4, waiting: 64, waitingPerCaller: 16 };

interface Waiting {
  readonly caller: string;
  start(): void;
}

export interface SearchTurns {
  /**
   * Reads a page. A search waits for its turn: after the caller's searches before it, and while others run. Beyond the
   * limits it is refused, and it does not start when its caller has gone.
   */
  read<Filter extends ConversationFilter | InquiryFilter, Item>(
    context: AppContext,
    filter: Filter,
    read: (filter: Filter, signal: AbortSignal) => Promise<Page<Item>>,
  ): Promise<Result<Page<Item>, Problem>>;
}

export function createSearchTurns(limits: SearchTurnLimits = defaultLimits): SearchTurns {
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
    async read(context, filter, read) {
      const { signal } = context.req.raw;
      if (!isSearch(filter)) return ok(await read(filter, signal));
      // A signal that has aborted tells no listener any more, so the search would wait, and run for nobody.
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
        return ok(await read(filter, signal));
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
