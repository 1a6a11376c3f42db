import type { Command } from "../command.ts";
import type { Conversation } from "../conversation.ts";
import { err } from "../result.ts";
import { childEnded, recordChildrenRecalled, recordChildrenStarted, recordParentTold } from "./child-commands.ts";
import {
  finishTool,
  gateTool,
  recordFailure,
  recordInterruption,
  recordReply,
  recordSummary,
  startTool,
} from "./effect-commands.ts";
import { fork } from "./fork.ts";
import { answer, deliver, extend, retract, settle, wake, withdraw } from "./inquiry-commands.ts";
import type { Decision } from "./ledger.ts";
import { goOn, remove, rename, sendMessage, start, stop } from "./thread-commands.ts";
import { traced } from "./traced.ts";

/** What a command would record, or why it is refused. Nothing happens here: no clock, no chance, no I/O. */
export function decide(conversation: Conversation | undefined, command: Command): Decision {
  return traced(decided(conversation, command), conversation, command);
}

function decided(conversation: Conversation | undefined, command: Command): Decision {
  if (command.type === "start" || command.type === "fork") {
    if (conversation) return err({ code: "conversation-exists" });
    return command.type === "start" ? start(command) : fork(command);
  }
  if (!conversation) return err({ code: "conversation-unknown" });
  switch (command.type) {
    case "send-message":
      return sendMessage(conversation, command);
    case "answer":
      return answer(conversation, command);
    case "delegate":
    case "decline":
    case "dismiss":
      return settle(conversation, command);
    case "retract":
      return retract(conversation, command);
    case "deliver":
      return deliver(conversation, command);
    case "extend":
      return extend(conversation, command);
    case "withdraw":
      return withdraw(conversation, command);
    case "stop":
      return stop(conversation, command);
    case "resume":
    case "retry":
      return goOn(conversation, command);
    case "rename":
      return rename(conversation, command);
    case "delete":
      return remove(conversation, command);
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
