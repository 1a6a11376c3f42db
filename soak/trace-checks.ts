import { callsOf, eventsOf, type Thread } from "./log-checks.ts";
import { toolNames } from "./scenario.ts";

/**
 * Contradictions between the trace of the tools and the log; a line of the trace has the conversation and the call. The log may
 * not know of the lines that a restore has lost, and the same calls may come again.
 */
export function traceFaults(
  threads: readonly Thread[],
  trace: readonly string[],
  lost: readonly string[] = [],
): readonly string[] {
  const lostNames = new Set(lost);
  const runs = new Map<string, number>();
  for (const line of trace) runs.set(line, (runs.get(line) ?? 0) + 1);
  const faults = threads.flatMap((thread) => {
    const allowed = new Set(eventsOf(thread.log, "tool.allowed").map(({ callId }) => callId));
    const results = new Map(eventsOf(thread.log, "tool.finished").map(({ result }) => [result.callId, result]));
    return callsOf(thread.log).flatMap((call) => {
      const name = `${thread.id} ${call.id}`;
      const count = runs.get(name) ?? 0;
      runs.delete(name);
      const status = results.get(call.id)?.status;
      return [
        ...(count > 1 && call.name !== toolNames.repeatable ? [`${name}: ${call.name} ran ${count} times`] : []),
        ...(count > 0 && status === "not-run"
          ? [`${name}: ${call.name} ran, and the model was told that it did not`]
          : []),
        ...(count > 0 && call.name === toolNames.gated && !allowed.has(call.id)
          ? [`${name}: ${call.name} ran without approval`]
          : []),
        ...(count === 0 && status === "ok" && isOurs(call.name) && !lostNames.has(name)
          ? [`${name}: ${call.name} never ran, and the model was told that it did`]
          : []),
      ];
    });
  });
  return [...faults, ...[...runs.keys()].map((name) => `${name}: a tool ran that nobody called`)];
}

function isOurs(name: string): boolean {
  return Object.values<string>(toolNames).includes(name);
}
