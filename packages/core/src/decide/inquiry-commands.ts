import { answerMisfit, areSameAnswers, canonicalAnswers } from "../model/answer.ts";
import type { Command, CommandOf, Refusal } from "../model/command.ts";
import type { Conversation, Parked } from "../model/conversation.ts";
import { openDueAt } from "../model/effect.ts";
import { expiresAt } from "../model/escalation.ts";
import type { Inquiry, OpenInquiry } from "../model/inquiry.ts";
import { deciderOf } from "../model/quorum.ts";
import type { Resolution } from "../model/resolution.ts";
import { err, ok, type Result } from "../model/result.ts";
import { agree, quorumFor } from "./agreement.ts";
import { outsiderRefusal } from "./audience.ts";
import { escalate } from "./escalate.ts";
import { createRecorder, type Decision } from "./recorder.ts";
import { resolve, type Waiting } from "./resolve.ts";

export function answer(conversation: Conversation, command: CommandOf<"answer">): Decision {
  const found = findOpen(conversation, command.inquiryId);
  if (!found.ok) return found;
  const { inquiry, held } = found.value;
  const { inquiryId, by, at } = command;
  if (isOverdue(found.value, at)) return decideResolution(found.value, { type: "expired", at }, command);
  // A held answer has won, and everybody is shown who gave it.
  const outsider = held ? undefined : outsiderRefusal(inquiry, command);
  if (outsider) return outsider;
  if (isOtherRevision(inquiry, command) || isUnseenCall(inquiry, command)) return revisionChanged(inquiry);
  const reason = answerMisfit(inquiry, command.set);
  if (reason !== undefined) return err({ code: "answer-misfit", inquiryId, reason });
  const decider = { by, at, ...deciderOf(inquiry.quorum, command) };
  const resolution = { type: "answered", ...decider, ...canonicalAnswers(inquiry, command.set) } as const;
  if (held) {
    const same = held.resolution.by === by && areSameAnswers(held.resolution, resolution);
    return same ? ok([]) : err({ code: "inquiry-not-open", inquiryId });
  }
  const quorum = quorumFor(found.value, resolution);
  if (quorum) return agree(found.value, quorum, resolution, command);
  if (!command.holdMs) return decideResolution(found.value, resolution, command);
  return ok([{ type: "inquiry.held", at, inquiryId, held: { resolution, until: at + command.holdMs } }]);
}

const resolutionByCommand = { delegate: "delegated", decline: "declined", dismiss: "dismissed" } as const;

/** Resolves an inquiry without an answer. */
export function resolveUnanswered(
  conversation: Conversation,
  command: CommandOf<"delegate" | "decline" | "dismiss">,
): Decision {
  const found = findUnheld(conversation, command.inquiryId);
  if (!found.ok) return found;
  const { by, at, comment } = command;
  if (isOverdue(found.value, at)) return decideResolution(found.value, { type: "expired", at }, command);
  const outsider = outsiderRefusal(found.value.inquiry, command);
  if (outsider) return outsider;
  if (isOtherRevision(found.value.inquiry, command)) return revisionChanged(found.value.inquiry);
  const type = resolutionByCommand[command.type];
  const decider = { by, at, ...deciderOf(found.value.inquiry.quorum, command) };
  return decideResolution(found.value, { type, ...decider, ...(comment !== undefined && { comment }) }, command);
}

/** Retracts a held answer, or an agreement while others are still needed; only its author may. */
export function retract(conversation: Conversation, { inquiryId, by, at }: CommandOf<"retract">): Decision {
  const found = findOpen(conversation, inquiryId);
  if (!found.ok) return found;
  const { held, inquiry } = found.value;
  if (!held && !isOverdue(found.value, at) && inquiry.agreements?.some((given) => given.by === by))
    return ok([{ type: "agreement.retracted", at, inquiryId, by }]);
  if (!held || held.until <= at || held.resolution.by !== by) return err({ code: "inquiry-not-held", inquiryId });
  return ok([{ type: "inquiry.reopened", at, inquiryId, by }]);
}

/** Delivers a held answer before its time is up; only its author may. */
export function deliver(conversation: Conversation, command: CommandOf<"deliver">): Decision {
  const { inquiryId, by } = command;
  const found = findOpen(conversation, inquiryId);
  if (!found.ok) return found;
  const { held } = found.value;
  if (held?.resolution.by !== by) return err({ code: "inquiry-not-held", inquiryId });
  return decideResolution(found.value, held.resolution, command);
}

/** Moves the deadline to later, by those who may answer and by the asking side. The agent is not told. */
export function extend(conversation: Conversation, command: CommandOf<"extend">): Decision {
  const { inquiryId, by, at, deadline } = command;
  const found = findOpen(conversation, inquiryId);
  if (!found.ok) return found;
  const { inquiry } = found.value;
  if (isOverdue(found.value, at)) return decideResolution(found.value, { type: "expired", at }, command);
  const outsider = isAskedBy(found.value, by) ? undefined : outsiderRefusal(inquiry, command);
  if (outsider) return outsider;
  if (inquiry.deadline === undefined) return err({ code: "inquiry-without-deadline", inquiryId });
  if (deadline === null) return ok([{ type: "inquiry.extended", at, inquiryId, by }]);
  // While an answer is held the deadline may have passed; the new one must still be in the future.
  if (deadline <= inquiry.deadline || deadline <= at) return err({ code: "deadline-not-later", inquiryId });
  return ok([{ type: "inquiry.extended", at, inquiryId, by, deadline }]);
}

/** Whether somebody asked the inquiry, or started the conversation in which an agent asks it. */
function isAskedBy({ conversation, inquiry }: Waiting, by: string): boolean {
  return by === (inquiry.origin?.by ?? conversation.createdBy);
}

/** Whether another program asked this. */
export function isOfOtherAsker({ origin }: Inquiry, by: string): boolean {
  return origin !== undefined && origin.by !== by;
}

export function withdraw(conversation: Conversation, command: CommandOf<"withdraw">): Decision {
  const { inquiryId, by, at } = command;
  const found = findOpen(conversation, inquiryId);
  if (!found.ok) return found;
  if (isOfOtherAsker(found.value.inquiry, by)) return err({ code: "not-the-asker", inquiryId });
  return decideResolution(
    found.value,
    isOverdue(found.value, at) ? { type: "expired", at } : { type: "withdrawn", by, at },
    command,
  );
}

/** Delivers each held answer whose time is up, expires each inquiry past its last deadline, and records what else is due. */
export function wake(conversation: Conversation, command: CommandOf<"wake">): Decision {
  const { at } = command;
  const recorder = createRecorder(conversation, command);
  for (const waiting of waitingIn(conversation)) {
    const due = openDueAt(waiting);
    if (due === undefined || due > at) continue;
    if (waiting.held || isOverdue(waiting, at))
      resolve(recorder, waiting, waiting.held?.resolution ?? { type: "expired", at }, at);
    else escalate(recorder, waiting.inquiry, at);
  }
  return ok(recorder.events);
}

export function decideResolution(waiting: Waiting, resolution: Resolution, command: Command): Decision {
  const recorder = createRecorder(waiting.conversation, command);
  resolve(recorder, waiting, resolution, command.at);
  return ok(recorder.events);
}

/** Whether the caller has seen another revision than the current one. */
export function isOtherRevision({ revision }: Inquiry, seen: { readonly revision?: number }): boolean {
  return seen.revision !== undefined && seen.revision !== revision;
}

/** Whether the asker changed the call, and the caller does not say which one they have seen; another one must not run. */
function isUnseenCall({ approval, revision }: Inquiry, seen: { readonly revision?: number }): boolean {
  return approval !== undefined && revision > 1 && seen.revision === undefined;
}

export function revisionChanged({ id, revision }: Inquiry): Decision {
  return err({ code: "revision-changed", inquiryId: id, revision });
}

export function isOverdue({ inquiry, held }: OpenInquiry, at: number): boolean {
  const expiry = expiresAt(inquiry);
  return !held && expiry !== undefined && expiry <= at;
}

/** The open inquiries of a conversation. */
export function waitingIn(conversation: Conversation): readonly Waiting[] {
  if (conversation.status === "parked") return [{ ...openOf(conversation), conversation }];
  return conversation.status === "external" ? conversation.open.map((open) => ({ ...open, conversation })) : [];
}

function openOf({ inquiry, held }: Parked): OpenInquiry {
  return { inquiry, ...(held && { held }) };
}

function findOpen(conversation: Conversation, inquiryId: string): Result<Waiting, Refusal> {
  const found = waitingIn(conversation).find(({ inquiry }) => inquiry.id === inquiryId);
  return found ? ok(found) : err({ code: "inquiry-not-open", inquiryId });
}

export function findUnheld(conversation: Conversation, inquiryId: string): Result<Waiting, Refusal> {
  const found = findOpen(conversation, inquiryId);
  return found.ok && found.value.held ? err({ code: "inquiry-not-open", inquiryId }) : found;
}
