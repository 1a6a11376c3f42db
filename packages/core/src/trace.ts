import type { Run } from "./run.ts";

/**
 * The traces of a run that is set going in one, after it went on in another. Nothing goes on in the trace of before, or
 * one that asked would last until somebody answers.
 */
export function runTraces(trace: string | undefined, before: Run | undefined): Pick<Run, "trace" | "follows"> {
  const isSame = trace !== undefined && before?.trace === trace;
  const follows = isSame ? before.follows : (before?.trace ?? before?.follows);
  return { ...(trace !== undefined && { trace }), ...(follows !== undefined && { follows }) };
}
