import type { Command } from "../model/command.ts";
import type { Conversation } from "../model/conversation.ts";
import type { Event } from "../model/event.ts";
import { err, ok } from "../model/result.ts";
import { revokePermission } from "./approval.ts";
import { assign, takeOrRelease } from "./assignment.ts";
import { deleteConversation, rename, resumeOrRetry, sendMessage, start, stop } from "./conversation-commands.ts";
import {
  finishTool,
  gateTool,
  recordFailure,
  recordInterruption,
  recordReply,
  recordSummary,
  startTool,
} from "./effect-commands.ts";
import { finishCall, startCall } from "./external-calls.ts";
import { amend, ask, openThread } from "./external-commands.ts";
import { fork } from "./fork.ts";
import { answer, deliver, extend, resolveUnanswered, retract, wake, withdraw } from "./inquiry-commands.ts";
import type { Decision } from "./recorder.ts";
import { childEnded, recordChildrenRecalled, recordChildrenStarted, recordParentTold } from "./sub-agent-commands.ts";

/** The events that a command records, or why it is refused. This is a pure function: no clock, no randomness, no I/O. */
export function decide(conversation: Conversation | undefined, command: Command): Decision {
  return withTrace(decideUntraced(conversation, command), conversation, command);
}

function decideUntraced(conversation: Conversation | undefined, command: Command): Decision {
  if (command.type === "start" || command.type === "fork") {
    if (conversation) return err({ code: "conversation-exists" });
    return command.type === "start" ? start(command) : fork(command);
  }
  if (command.type === "open-thread") return conversation ? err({ code: "conversation-exists" }) : openThread(command);
  if (command.type === "ask") return ask(conversation, command);
  if (!conversation) return err({ code: "conversation-unknown" });
  switch (command.type) {
    case "send-message":
      return sendMessage(conversation, command);
    case "answer":
      return answer(conversation, command);
    case "delegate":
    case "decline":
    case "dismiss":
      return resolveUnanswered(conversation, command);
    case "retract":
      return retract(conversation, command);
    case "deliver":
      return deliver(conversation, command);
    case "extend":
      return extend(conversation, command);
    case "withdraw":
      return withdraw(conversation, command);
    case "take":
    case "release":
      return takeOrRelease(conversation, command);
    case "assign":
      return assign(conversation, command);
    case "start-call":
      return startCall(conversation, command);
    case "finish-call":
      return finishCall(conversation, command);
    case "amend":
      return amend(conversation, command);
    case "stop":
      return stop(conversation, command);
    case "resume":
    case "retry":
      return resumeOrRetry(conversation, command);
    case "rename":
      return rename(conversation, command);
    case "revoke-permission":
      return revokePermission(conversation, command);
    case "delete":
      return deleteConversation(conversation, command);
    case "wake":
      return wake(conversation, command);
    case "record-reply":
      return recordReply(conversation, command);
    case "record-failure":
      return recordFailure(conversation, command);
    case "record-summary":
      return recordSummary(conversation, command);
    case "record-interruption":
      return recordInterruption(conversation, command);
    case "record-children-started":
      return recordChildrenStarted(conversation, command);
    case "record-children-recalled":
      return recordChildrenRecalled(conversation, command);
    case "record-parent-told":
      return recordParentTold(conversation, command);
    case "child-ended":
      return childEnded(conversation, command);
    case "start-tool":
      return startTool(conversation, command);
    case "gate-tool":
      return gateTool(conversation, command);
    case "finish-tool":
      return finishTool(conversation, command);
  }
}

/** The decision with the command's trace on the events that start work, now or when a held answer is delivered. */
function withTrace(decision: Decision, before: Conversation | undefined, command: Command): Decision {
  const trace = traceOf(before, command);
  if (!decision.ok || trace === undefined) return decision;
  return ok(decision.value.map((event) => (startsWork(event) ? { ...event, trace } : event)));
}

/** A held answer starts the run in its own trace, whatever delivers it. */
function traceOf(before: Conversation | undefined, command: Command): string | undefined {
  const delivers = command.type === "wake" || command.type === "deliver";
  const held = delivers && before?.status === "parked" ? before.held?.trace : undefined;
  return held ?? ("trace" in command ? command.trace : undefined);
}

function startsWork({ type }: Event): boolean {
  return type === "run.started" || type === "inquiry.resolved" || type === "inquiry.held";
}
