import type { Inquiry } from "@askback/core/wire";

/** Whether a program asked that runs elsewhere: it has no run here, and reads nothing but how its inquiry ends. */
export function isAskedElsewhere({ runId }: Pick<Inquiry, "runId">): boolean {
  return runId === undefined;
}
