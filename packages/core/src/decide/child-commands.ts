import type { Command, CommandOf } from "../command.ts";
import type { Conversation } from "../conversation.ts";
import { type Effect, effectKey, effectOf } from "../effect.ts";
import type { Event } from "../event.ts";
import { err, ok } from "../result.ts";
import { finishCall } from "./calls.ts";
import { resultOf } from "./children.ts";
import { createLedger, type Decision } from "./ledger.ts";
import { proceed } from "./proceed.ts";

/** A repeat, or a report to somebody who no longer waits, changes nothing. */
export function childEnded(conversation: Conversation, { childId, end, at }: CommandOf<"child-ended">): Decision {
  if (conversation.status !== "delegating") return ok([]);
  const child = conversation.children.find(({ id }) => id === childId);
  if (!child || child.ended) return ok([]);
  const ledger = createLedger(conversation);
  ledger.record({ type: "child.ended", at, runId: conversation.run.id, childId, end });
  const after = ledger.conversation;
  if (after.status === "delegating" && after.children.every(({ ended }) => ended)) {
    finishCall(ledger, after, resultOf(after), at);
    proceed(ledger, at);
  }
  return ok(ledger.events);
}

export function recordChildrenStarted(conversation: Conversation, command: CommandOf<Recorded>): Decision {
  if (conversation.status !== "delegating") return err({ code: "effect-stale" });
  const { run } = conversation;
  return recorded(conversation, command, "start-children", { type: "children.started", at: command.at, runId: run.id });
}

export function recordChildrenRecalled(conversation: Conversation, command: CommandOf<Recorded>): Decision {
  return recorded(conversation, command, "recall-children", { type: "children.recalled", at: command.at });
}

export function recordParentTold(conversation: Conversation, command: CommandOf<Recorded>): Decision {
  return recorded(conversation, command, "report-to-parent", { type: "parent.told", at: command.at });
}

type Recorded = Extract<Command["type"], "record-children-started" | "record-children-recalled" | "record-parent-told">;

function recorded(
  conversation: Conversation,
  { effect }: CommandOf<Recorded>,
  type: Effect["type"],
  event: Event,
): Decision {
  const current = effectOf(conversation);
  return current?.type === type && effectKey(current) === effect ? ok([event]) : err({ code: "effect-stale" });
}
