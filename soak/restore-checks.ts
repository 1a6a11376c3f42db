import { eventsOf, type RecordedEvent } from "./log-checks.ts";

/** The trace without lines that were lost, each as often as it was. */
export function withoutLost(trace: readonly string[], lost: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of lost) counts.set(line, (counts.get(line) ?? 0) + 1);
  return trace.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}

/** No answer of the lost history may settle anything in this one, and no inquiry may have the id of a lost one. */
export function lostInquiryFaults(log: readonly RecordedEvent[], lost: readonly string[]): readonly string[] {
  const known = new Set([
    ...eventsOf(log, "inquiry.asked").map(({ inquiry }) => inquiry.id),
    ...eventsOf(log, "inquiry.resolved").map(({ inquiryId }) => inquiryId),
  ]);
  return lost.filter((id) => known.has(id)).map((id) => `${id} was lost by a restore, and is in the log`);
}
