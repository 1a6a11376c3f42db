import { canonicalAnswers, misfit, sameAnswers } from "../answer.ts";
import type { CommandOf } from "../command.ts";
import type { Conversation, Parked } from "../conversation.ts";
import type { Inquiry } from "../inquiry.ts";
import type { Refusal } from "../refusal.ts";
import type { Resolution } from "../resolution.ts";
import { err, ok, type Result } from "../result.ts";
import { createLedger, type Decision } from "./ledger.ts";
import { resolve } from "./resolve.ts";

export function answer(conversation: Conversation, command: CommandOf<"answer">): Decision {
  const found = openOn(conversation, command.inquiryId);
  if (!found.ok) return found;
  const { inquiry, held } = found.value;
  const { inquiryId, by, at } = command;
  if (isOverdue(found.value, at)) return resolved(found.value, { type: "expired", at }, at);
  if (isForOther(inquiry, command)) return revisionChanged(inquiry);
  const reason = misfit(inquiry, command.set);
  if (reason !== undefined) return err({ code: "answer-misfit", inquiryId, reason });
  const resolution = { type: "answered", by, at, ...canonicalAnswers(inquiry, command.set) } as const;
  if (held) {
    const same = held.resolution.by === by && sameAnswers(held.resolution, resolution);
    return same ? ok([]) : err({ code: "inquiry-not-open", inquiryId });
  }
  if (!command.holdMs) return resolved(found.value, resolution, at);
  return ok([{ type: "inquiry.held", at, inquiryId, held: { resolution, until: at + command.holdMs } }]);
}

const resolutionByCommand = { delegate: "delegated", decline: "declined", dismiss: "dismissed" } as const;

export function settle(conversation: Conversation, command: CommandOf<"delegate" | "decline" | "dismiss">): Decision {
  const found = unheldOn(conversation, command.inquiryId);
  if (!found.ok) return found;
  const { by, at, comment } = command;
  if (isOverdue(found.value, at)) return resolved(found.value, { type: "expired", at }, at);
  if (isForOther(found.value.inquiry, command)) return revisionChanged(found.value.inquiry);
  const type = resolutionByCommand[command.type];
  return resolved(found.value, { type, by, at, ...(comment !== undefined && { comment }) }, at);
}

/** Takes back an answer that is still held; only who gave it may. */
export function retract(conversation: Conversation, { inquiryId, by, at }: CommandOf<"retract">): Decision {
  const found = openOn(conversation, inquiryId);
  if (!found.ok) return found;
  const { held } = found.value;
  if (!held || held.until <= at || held.resolution.by !== by) return err({ code: "inquiry-not-held", inquiryId });
  return ok([{ type: "inquiry.reopened", at, inquiryId, by }]);
}

/** Delivers a held answer before its time is up; only who gave it may. */
export function deliver(conversation: Conversation, { inquiryId, by, at }: CommandOf<"deliver">): Decision {
  const found = openOn(conversation, inquiryId);
  if (!found.ok) return found;
  const { held } = found.value;
  if (held?.resolution.by !== by) return err({ code: "inquiry-not-held", inquiryId });
  return resolved(found.value, held.resolution, at);
}

/** Gives people more time. The agent is told nothing of it. */
export function extend(conversation: Conversation, command: CommandOf<"extend">): Decision {
  const { inquiryId, by, at, deadline } = command;
  const found = openOn(conversation, inquiryId);
  if (!found.ok) return found;
  const { inquiry } = found.value;
  if (isOverdue(found.value, at)) return resolved(found.value, { type: "expired", at }, at);
  if (inquiry.deadline === undefined) return err({ code: "inquiry-without-deadline", inquiryId });
  if (deadline === null) return ok([{ type: "inquiry.extended", at, inquiryId, by }]);
  // A held answer outlives the deadline: what comes after it must lie ahead all the same.
  if (deadline <= inquiry.deadline || deadline <= at) return err({ code: "deadline-not-later", inquiryId });
  return ok([{ type: "inquiry.extended", at, inquiryId, by, deadline }]);
}

export function withdraw(conversation: Conversation, { inquiryId, by, at }: CommandOf<"withdraw">): Decision {
  const found = openOn(conversation, inquiryId);
  if (!found.ok) return found;
  return resolved(
    found.value,
    isOverdue(found.value, at) ? { type: "expired", at } : { type: "withdrawn", by, at },
    at,
  );
}

/** Does what has become due: delivers a held answer whose time is up, expires an inquiry past its deadline. */
export function wake(conversation: Conversation, { at }: CommandOf<"wake">): Decision {
  if (conversation.status !== "parked") return ok([]);
  const { held } = conversation;
  if (held && held.until <= at) return resolved(conversation, held.resolution, at);
  return isOverdue(conversation, at) ? resolved(conversation, { type: "expired", at }, at) : ok([]);
}

function resolved(parked: Parked, resolution: Resolution, at: number): Decision {
  const ledger = createLedger(parked);
  resolve(ledger, parked, resolution, at);
  return ok(ledger.events);
}

/** Whether somebody has another revision before them than the one that is asked now. */
function isForOther({ revision }: Inquiry, seen: { readonly revision?: number }): boolean {
  return seen.revision !== undefined && seen.revision !== revision;
}

function revisionChanged({ id, revision }: Inquiry): Decision {
  return err({ code: "revision-changed", inquiryId: id, revision });
}

export function isOverdue({ inquiry, held }: Parked, at: number): boolean {
  return !held && inquiry.deadline !== undefined && inquiry.deadline <= at;
}

function openOn(conversation: Conversation, inquiryId: string): Result<Parked, Refusal> {
  if (conversation.status === "parked" && conversation.inquiry.id === inquiryId) return ok(conversation);
  return err({ code: "inquiry-not-open", inquiryId });
}

function unheldOn(conversation: Conversation, inquiryId: string): Result<Parked, Refusal> {
  const found = openOn(conversation, inquiryId);
  return found.ok && found.value.held ? err({ code: "inquiry-not-open", inquiryId }) : found;
}
