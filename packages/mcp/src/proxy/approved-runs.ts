import { type Client, createIdempotencyKey, type Failure } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import type { AskingProcesses } from "../processes.ts";
import { pause, untilAnswered } from "../until-answered.ts";
import type { Outcome } from "./json-rpc.ts";
import { allowedResult, alreadyRan, interrupted, notAsked } from "./words.ts";

/** Runs the recorded call on the wrapped server; rejects if it is not known how it ended. */
export type RunCall = (input: unknown, signal: AbortSignal) => Promise<Outcome>;

/** What a caller gets: an outcome; or that the call ran for an earlier caller, or that this caller gave up. */
export type Settled = Outcome | "ran-before" | "gave-up";

export interface ApprovedRuns {
  /** Runs the call of an allowed approval, unless it was started before. Callers of the same approval share one run. */
  settle(inquiry: Inquiry, run: RunCall, signal: AbortSignal): Promise<Settled>;
}

interface Run {
  readonly outcome: Promise<Outcome | "ran-before">;
  readonly abort: AbortController;
  callers: number;
}

const maxRuns = 1_000;

/** How often a call is looked after that another process runs. */
const lookMs = 1_000;

/**
 * Each call is started on the server before it runs, which is granted once, whatever happens to this process. The server knows who
 * runs it, so that nobody else reports its end.
 */
export function createApprovedRuns(
  { inquiries }: Pick<Client, "inquiries">,
  { self, statusOf }: AskingProcesses,
): ApprovedRuns {
  const runs = new Map<string, Run>();

  async function start(inquiry: Inquiry, run: RunCall, signal: AbortSignal): Promise<Outcome | "ran-before"> {
    const { id, approval, resolution } = inquiry;
    const key = createIdempotencyKey();
    const started = await untilAnswered(() => inquiries.startCall(id, { starter: self }, { key }));
    if (!started.ok) return startedBefore(id, started.error, signal);
    try {
      const outcome = await run(resolution?.input === undefined ? approval?.input : resolution.input, signal);
      // The caller need not wait for this; if it is lost, a repeat is told that the call may have happened.
      void untilAnswered(() => inquiries.finishCall(id, { starter: self }));
      return "result" in outcome ? { result: allowedResult(inquiry, outcome.result) } : outcome;
    } catch {
      return { result: interrupted };
    }
  }

  /** Another process, such as an earlier one of this proxy, has started the call; one that still runs it is waited for. */
  async function startedBefore(id: string, failure: Failure, signal: AbortSignal): Promise<Outcome | "ran-before"> {
    if (failure.code !== "call-not-startable") return { result: notAsked(failure) };
    for (;;) {
      const read = await untilAnswered(() => inquiries.get(id));
      if (!read.ok) return { result: notAsked(read.error) };
      const { starter, finishedAt } = read.value.call ?? {};
      if (finishedAt !== undefined) return "ran-before";
      const isRunning = starter !== undefined && starter !== self && statusOf(starter) === "running";
      if (!isRunning || signal.aborted) return { result: interrupted };
      await pause(lookMs, signal);
    }
  }

  function forgetOldest(): void {
    const [oldest] = runs.keys();
    if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest);
  }

  return {
    async settle(inquiry, runCall, signal) {
      let run = runs.get(inquiry.id);
      if (!run) {
        if (inquiry.call?.finishedAt !== undefined) return "ran-before";
        const abort = new AbortController();
        run = { outcome: start(inquiry, runCall, abort.signal), abort, callers: 0 };
        runs.set(inquiry.id, run);
        forgetOldest();
      }
      const shared = run;
      shared.callers += 1;
      const outcome = await Promise.race([shared.outcome, gaveUp(signal)]);
      shared.callers -= 1;
      if (outcome === "gave-up" && shared.callers === 0) shared.abort.abort();
      return outcome;
    },
  };
}

/** What a caller is told of a call that ran before, for an earlier connection. */
export function ranBefore({ call }: Inquiry): Outcome {
  return { result: call?.interrupted ? interrupted : alreadyRan(call?.finishedAt ?? "an unknown time") };
}

function gaveUp(signal: AbortSignal): Promise<"gave-up"> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve("gave-up");
    signal.addEventListener("abort", () => resolve("gave-up"), { once: true });
  });
}
