import type { Command, CommandOf } from "../model/command.ts";
import type { Conversation } from "../model/conversation.ts";
import { type Effect, effectKey, effectOf } from "../model/effect.ts";
import type { Event } from "../model/event.ts";
import { err, ok } from "../model/result.ts";
import { finishCall } from "./finish-calls.ts";
import { proceed } from "./proceed.ts";
import { createRecorder, type Decision } from "./recorder.ts";
import { childrenResult } from "./sub-agents.ts";

/** A repeated report, or one to a conversation that no longer waits, changes nothing. */
export function childEnded(conversation: Conversation, command: CommandOf<"child-ended">): Decision {
  const { childId, end, at } = command;
  if (conversation.status !== "delegating") return ok([]);
  const child = conversation.children.find(({ id }) => id === childId);
  if (!child || child.ended) return ok([]);
  const recorder = createRecorder(conversation, command);
  recorder.record({ type: "child.ended", at, runId: conversation.run.id, childId, end });
  const after = recorder.conversation;
  if (after.status === "delegating" && after.children.every(({ ended }) => ended)) {
    finishCall(recorder, after, childrenResult(after), at);
    proceed(recorder, at);
  }
  return ok(recorder.events);
}

export function recordChildrenStarted(conversation: Conversation, command: CommandOf<EffectReport>): Decision {
  if (conversation.status !== "delegating") return err({ code: "effect-stale" });
  const { run } = conversation;
  return recordIfCurrent(conversation, command, "start-children", {
    type: "children.started",
    at: command.at,
    runId: run.id,
  });
}

export function recordChildrenRecalled(conversation: Conversation, command: CommandOf<EffectReport>): Decision {
  return recordIfCurrent(conversation, command, "recall-children", { type: "children.recalled", at: command.at });
}

export function recordParentTold(conversation: Conversation, command: CommandOf<EffectReport>): Decision {
  return recordIfCurrent(conversation, command, "report-to-parent", { type: "parent.told", at: command.at });
}

type EffectReport = Extract<
  Command["type"],
  "record-children-started" | "record-children-recalled" | "record-parent-told"
>;

/** Records the event if the command reports on the current effect. */
function recordIfCurrent(
  conversation: Conversation,
  { effect }: CommandOf<EffectReport>,
  type: Effect["type"],
  event: Event,
): Decision {
  const current = effectOf(conversation);
  return current?.type === type && effectKey(current) === effect ? ok([event]) : err({ code: "effect-stale" });
}
