import type { CommandOf } from "../command.ts";
import { type Acting, attemptLimit, type Conversation, type Thinking } from "../conversation.ts";
import { effectKey, effectOf } from "../effect.ts";
import { countOf } from "../id.ts";
import type { Part } from "../message.ts";
import type { Refusal } from "../refusal.ts";
import { err, ok, type Result } from "../result.ts";
import { noApprovalWords, seekApproval } from "./approval.ts";
import { failRun, finishCall } from "./calls.ts";
import { createLedger, type Decision } from "./ledger.ts";
import { proceed } from "./proceed.ts";

export function recordReply(conversation: Conversation, command: CommandOf<"record-reply">): Decision {
  const found = reportedOn(conversation, command.effect, "thinking");
  if (!found.ok) return found;
  const { at, usage, note } = command;
  const { run } = found.value;
  const ledger = createLedger(conversation);
  const parts = withDistinctCalls(command.parts);
  ledger.record({
    type: "model.replied",
    at,
    runId: run.id,
    step: run.steps + 1,
    parts,
    usage,
    ...(note !== undefined && { note }),
  });
  const isFinal = ledger.conversation.status === "thinking" && ledger.conversation.mailbox.length === 0;
  if (isFinal) ledger.record({ type: "run.finished", at, runId: run.id, outcome: "finished" });
  else proceed(ledger, at);
  return ok(ledger.events);
}

export function recordFailure(
  conversation: Conversation,
  { effect, error, retryAt, at }: CommandOf<"record-failure">,
): Decision {
  const found = reportedOn(conversation, effect, "thinking");
  if (!found.ok) return found;
  const { run, attempt } = found.value;
  if (error.retryable && attempt < attemptLimit) {
    return ok([{ type: "model.failed", at, runId: run.id, step: run.steps + 1, attempt, error, retryAt }]);
  }
  return ok([{ type: "run.failed", at, runId: run.id, error }]);
}

export function recordSummary(conversation: Conversation, command: CommandOf<"record-summary">): Decision {
  const found = reportedOn(conversation, command.effect, "thinking");
  if (!found.ok) return found;
  const { at, through, summary, usage } = command;
  const from = Math.min(command.from, ...conversation.mailbox.map(countOf));
  return ok([{ type: "transcript.compacted", at, runId: found.value.run.id, through, from, summary, usage }]);
}

/** A worker vanished while it held this effect; too many of those fail the run. */
export function recordInterruption(
  conversation: Conversation,
  { effect, at }: CommandOf<"record-interruption">,
): Decision {
  const found = reportedOn(conversation, effect, "thinking", "acting");
  // What is done for sub-agents and parents is safe to do again, and is no attempt at anything that could fail the run.
  if (!found.ok) return effect !== "" && effectKey(effectOf(conversation)) === effect ? ok([]) : found;
  const { run, attempt } = found.value;
  if (attempt < attemptLimit) return ok([{ type: "run.interrupted", at, runId: run.id, attempt: attempt + 1 }]);
  const ledger = createLedger(conversation);
  failRun(
    ledger,
    { message: `interrupted ${attempt} times in a row: the server ended while it worked on this`, retryable: true },
    at,
  );
  return ok(ledger.events);
}

export function startTool(conversation: Conversation, { effect, at }: CommandOf<"start-tool">): Decision {
  const found = reportedOn(conversation, effect, "acting");
  if (!found.ok) return found;
  const { run, call, started } = found.value;
  return ok(
    started ? [] : [{ type: "tool.started", at, runId: run.id, step: run.steps, callId: call.id, name: call.name }],
  );
}

export function gateTool(conversation: Conversation, { effect, at }: CommandOf<"gate-tool">): Decision {
  const found = reportedOn(conversation, effect, "acting");
  if (!found.ok) return found;
  const { started, allowed, parent, call } = found.value;
  if (started || allowed) return ok([]);
  const ledger = createLedger(conversation);
  if (!parent) seekApproval(ledger, found.value, at);
  else {
    finishCall(ledger, found.value, { status: "error", text: noApprovalWords(call.name) }, at);
    proceed(ledger, at);
  }
  return ok(ledger.events);
}

export function finishTool(conversation: Conversation, { effect, result, at }: CommandOf<"finish-tool">): Decision {
  const found = reportedOn(conversation, effect, "acting");
  if (!found.ok) return found;
  const ledger = createLedger(conversation);
  finishCall(ledger, found.value, result, at);
  proceed(ledger, at);
  return ok(ledger.events);
}

function reportedOn<Status extends "thinking" | "acting">(
  conversation: Conversation,
  effect: string,
  ...statuses: readonly Status[]
): Result<Extract<Thinking | Acting, { status: Status }>, Refusal> {
  // Sub-agents are recalled first: what is wanted then is neither a model's reply nor a tool's.
  const expected = !conversation.recall && statuses.some((status) => status === conversation.status);
  if (!expected || effectKey(effectOf(conversation)) !== effect) return err({ code: "effect-stale" });
  return ok(conversation as Extract<Thinking | Acting, { status: Status }>);
}

/** Some models repeat a call id within one reply; each call needs its own to get its one result. */
function withDistinctCalls(parts: readonly Part[]): readonly Part[] {
  const seen = new Set<string>();
  return parts.map((part) => {
    if (part.type !== "call") return part;
    let id = part.call.id;
    for (let count = 2; seen.has(id); count += 1) id = `${part.call.id}-${count}`;
    seen.add(id);
    return id === part.call.id ? part : { ...part, call: { ...part.call, id } };
  });
}
