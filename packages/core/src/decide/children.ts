import type { Acting, ChildEnd, Delegating } from "../conversation.ts";
import { derivedId } from "../id.ts";
import { spawnAgents } from "../own-tools/spawn-agents.ts";
import { finishCall } from "./calls.ts";
import type { Ledger } from "./ledger.ts";

/** Starts sub-agents for the call at hand, or tells the model why not. */
export function spawn(ledger: Ledger, acting: Acting, agents: readonly string[], at: number): void {
  const { run, call, counts, id } = acting;
  const reading = spawnAgents.read(call.input, agents);
  if (!reading.ok) return finishCall(ledger, acting, { status: "error", text: reading.error }, at);
  const children = reading.value.map((task, index) => ({
    id: derivedId("child", id, counts.children + index + 1),
    ...task,
  }));
  ledger.record({ type: "agents.spawned", at, runId: run.id, step: run.steps, callId: call.id, children });
}

/** How the sub-agents ended, in the order in which they were asked for. */
export function resultOf({ children }: Delegating) {
  const results = children.map(({ agent, ended }) => ({
    agent,
    ...(ended ? endWords(ended) : { status: "stopped" }),
  }));
  const isInVain = children.every(({ ended }) => ended?.outcome !== "finished");
  return { status: isInVain ? "error" : "ok", text: JSON.stringify(results) } as const;
}

function endWords({ outcome, text }: ChildEnd) {
  return outcome === "finished" ? { status: outcome, result: text } : { status: outcome, error: text };
}
