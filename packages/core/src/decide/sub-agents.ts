import { spawnAgents } from "../built-in-tools/spawn-agents.ts";
import type { Acting, ChildEnd, Delegating } from "../model/conversation.ts";
import { derivedId } from "../model/id.ts";
import { finishCall } from "./finish-calls.ts";
import type { Recorder } from "./recorder.ts";

/** Starts sub-agents for the current call, or tells the model why not. */
export function spawnChildren(recorder: Recorder, acting: Acting, agents: readonly string[], at: number): void {
  const { run, call, counts, id } = acting;
  const reading = spawnAgents.read(call.input, agents);
  if (!reading.ok) return finishCall(recorder, acting, { status: "error", text: reading.error }, at);
  const children = reading.value.map((task, index) => ({
    id: derivedId("child", id, counts.children + index + 1),
    ...task,
  }));
  recorder.record({ type: "agents.spawned", at, runId: run.id, step: run.steps, callId: call.id, children });
}

/** The result of the call: how each sub-agent ended, in the order of the input. */
export function childrenResult({ children }: Delegating) {
  const results = children.map(({ agent, ended }) => ({
    agent,
    ...(ended ? endToJson(ended) : { status: "stopped" }),
  }));
  const isFailure = children.every(({ ended }) => ended?.outcome !== "finished");
  return { status: isFailure ? "error" : "ok", text: JSON.stringify(results) } as const;
}

function endToJson({ outcome, text }: ChildEnd) {
  return outcome === "finished" ? { status: outcome, result: text } : { status: outcome, error: text };
}
