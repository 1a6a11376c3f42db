import type { CommandOf, Refusal } from "../model/command.ts";
import { type Acting, attemptLimit, type Conversation, type Thinking } from "../model/conversation.ts";
import { effectKey, effectOf } from "../model/effect.ts";
import { addFailure, defaultRetry, isRetried } from "../model/failure.ts";
import { countOf } from "../model/id.ts";
import type { Part } from "../model/message.ts";
import { err, ok, type Result } from "../model/result.ts";
import { approvalUnavailableText, askApproval } from "./approval.ts";
import { failRun, finishCall } from "./finish-calls.ts";
import { proceed } from "./proceed.ts";
import { createRecorder, type Decision } from "./recorder.ts";
import { answerByStanding } from "./standing-answers.ts";

export function recordReply(conversation: Conversation, command: CommandOf<"record-reply">): Decision {
  const found = expectEffect(conversation, command.effect, "thinking");
  if (!found.ok) return found;
  const { at, usage, note } = command;
  const { run } = found.value;
  const recorder = createRecorder(conversation, command);
  const parts = withDistinctCalls(command.parts);
  recorder.record({
    type: "model.replied",
    at,
    runId: run.id,
    step: run.steps + 1,
    parts,
    usage,
    ...(note !== undefined && { note }),
  });
  const isFinal = recorder.conversation.status === "thinking" && recorder.conversation.mailbox.length === 0;
  if (isFinal) recorder.record({ type: "run.finished", at, runId: run.id, outcome: "finished" });
  else proceed(recorder, at);
  answerByStanding(recorder, command.standing ?? [], at);
  return ok(recorder.events);
}

export function recordFailure(
  conversation: Conversation,
  { effect, error, retryAt, at }: CommandOf<"record-failure">,
): Decision {
  const found = expectEffect(conversation, effect, "thinking");
  if (!found.ok) return found;
  const { run, attempt, failed } = found.value;
  if (isRetried(addFailure(failed, error, at), run.terms.retry ?? defaultRetry, at)) {
    return ok([{ type: "model.failed", at, runId: run.id, step: run.steps + 1, attempt, error, retryAt }]);
  }
  return ok([{ type: "run.failed", at, runId: run.id, error, attempt }]);
}

export function recordSummary(conversation: Conversation, command: CommandOf<"record-summary">): Decision {
  const found = expectEffect(conversation, command.effect, "thinking");
  if (!found.ok) return found;
  const { at, through, summary, usage } = command;
  const from = Math.min(command.from, ...conversation.mailbox.map(countOf));
  return ok([{ type: "transcript.compacted", at, runId: found.value.run.id, through, from, summary, usage }]);
}

/** A worker disappeared while it executed this effect; the run fails when that happens too often. */
export function recordInterruption(conversation: Conversation, command: CommandOf<"record-interruption">): Decision {
  const { effect, at } = command;
  const found = expectEffect(conversation, effect, "thinking", "acting");
  // Effects for sub-agents and parents can be repeated safely and do not count as attempts.
  if (!found.ok) return effect !== "" && effectKey(effectOf(conversation)) === effect ? ok([]) : found;
  const { run, attempt } = found.value;
  const failures = found.value.status === "thinking" ? (found.value.failed?.count ?? 0) : 0;
  const interruptions = attempt - failures;
  if (interruptions < attemptLimit) return ok([{ type: "run.interrupted", at, runId: run.id, attempt: attempt + 1 }]);
  const recorder = createRecorder(conversation, command);
  failRun(
    recorder,
    {
      kind: "interrupted",
      message: `interrupted ${interruptions} times in a row: the server ended while it worked on this`,
      retryable: true,
    },
    at,
  );
  return ok(recorder.events);
}

export function startTool(conversation: Conversation, { effect, at }: CommandOf<"start-tool">): Decision {
  const found = expectEffect(conversation, effect, "acting");
  if (!found.ok) return found;
  const { run, call, started } = found.value;
  return ok(
    started ? [] : [{ type: "tool.started", at, runId: run.id, step: run.steps, callId: call.id, name: call.name }],
  );
}

/** A definition that gates the call, or no longer lets it be remembered, applies to runs from before it too. */
export function gateTool(conversation: Conversation, command: CommandOf<"gate-tool">): Decision {
  const { effect, at, presentation, editable, quorum, audience } = command;
  const found = expectEffect(conversation, effect, "acting");
  if (!found.ok) return found;
  const { started, allowed, permission, parent, call, run } = found.value;
  if (started || (allowed && !permission)) return ok([]);
  const recorder = createRecorder(conversation, command);
  const shown = {
    ...found.value,
    run: {
      ...run,
      terms: {
        ...run.terms,
        ...(quorum && { quorums: [{ tool: call.name, rules: quorum }] }),
        ...(audience && { audience }),
      },
    },
    call: { ...call, ...(presentation && { presentation }), ...(editable && { editable }) },
  };
  if (!parent) askApproval(recorder, shown, undefined, at);
  else {
    finishCall(recorder, found.value, { status: "error", text: approvalUnavailableText(call.name) }, at);
    proceed(recorder, at);
  }
  return ok(recorder.events);
}

export function finishTool(conversation: Conversation, command: CommandOf<"finish-tool">): Decision {
  const { effect, result, at } = command;
  const found = expectEffect(conversation, effect, "acting");
  if (!found.ok) return found;
  const recorder = createRecorder(conversation, command);
  finishCall(recorder, found.value, result, at);
  proceed(recorder, at);
  return ok(recorder.events);
}

/** The conversation, if this is the key of its current effect and it has one of these statuses. */
function expectEffect<Status extends "thinking" | "acting">(
  conversation: Conversation,
  effect: string,
  ...statuses: readonly Status[]
): Result<Extract<Thinking | Acting, { status: Status }>, Refusal> {
  // Sub-agents are recalled first: until then neither a reply nor a tool result is expected.
  const expected = !conversation.recall && statuses.some((status) => status === conversation.status);
  if (!expected || effectKey(effectOf(conversation)) !== effect) return err({ code: "effect-stale" });
  return ok(conversation as Extract<Thinking | Acting, { status: Status }>);
}

/** Some models repeat a call id within one reply; each call needs an id of its own to get its result. */
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
