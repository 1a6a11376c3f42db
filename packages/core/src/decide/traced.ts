import type { Command } from "../command.ts";
import type { Conversation } from "../conversation.ts";
import type { Event } from "../event.ts";
import { ok } from "../result.ts";
import type { Decision } from "./ledger.ts";

/** The decision, with the command's trace on the events that set a run going or will. */
export function traced(decision: Decision, before: Conversation | undefined, command: Command): Decision {
  const trace = traceOfCause(before, command);
  if (!decision.ok || trace === undefined) return decision;
  return ok(decision.value.map((event) => (setsGoing(event) ? { ...event, trace } : event)));
}

/** Whatever delivers a held answer, it is the answer that sets the run going. */
function traceOfCause(before: Conversation | undefined, command: Command): string | undefined {
  const delivers = command.type === "wake" || command.type === "deliver";
  const held = delivers && before?.status === "parked" ? before.held?.trace : undefined;
  return held ?? ("trace" in command ? command.trace : undefined);
}

function setsGoing({ type }: Event): boolean {
  return type === "run.started" || type === "inquiry.resolved" || type === "inquiry.held";
}
