import type { Command } from "../model/command.ts";
import type { Conversation } from "../model/conversation.ts";
import { effectOf } from "../model/effect.ts";
import type { Part } from "../model/message.ts";
import type { Action, Key, Report, Target } from "./actions.ts";
import { answersFrom } from "./arbitraries.ts";
import { type ReplyTemplate, templateToParts } from "./reply-templates.ts";
import { keyOf, send, start } from "./samples.ts";
import type { Simulation } from "./simulation.ts";

type CommandAction = Exclude<Action, { type: "wait" | "redefine" | "fork" }>;

/** The command of an action in the current state of the conversation. */
export function actionToCommand(simulation: Simulation, action: CommandAction): Command {
  const command = withGroups(untracedCommand(simulation, action));
  // Some callers send no trace.
  const isTraced = ("by" in command || command.type === "wake") && simulation.log.length % 3 > 0;
  return isTraced ? { ...command, trace: `${simulation.conversation.id}-${simulation.log.length}` } : command;
}

function withGroups(command: Command): Command {
  return "by" in command && command.by === "ben" ? { ...command, groups: ["ops"] } : command;
}

function untracedCommand(simulation: Simulation, action: CommandAction): Command {
  const { conversation, terms, now: at } = simulation;
  switch (action.type) {
    case "work":
      return nextCommand(simulation, action.reply);
    case "report":
      return reportOf(action.report, keyFor(simulation, action.key), partsFor(conversation, action.reply), at);
    case "child-ended":
      return {
        type: action.type,
        childId: childFor(simulation, action.child),
        end: { outcome: action.outcome, text: "The end" },
        at,
      };
    case "send-message":
      return { ...action, terms, at };
    case "answer": {
      const questions = conversation.status === "parked" ? conversation.inquiry.questions : [];
      const { by, holdMs } = action;
      const set = answersFrom(questions, action.choices);
      return { type: "answer", inquiryId: inquiryFor(simulation, action.target), set, holdMs, by, at };
    }
    case "delegate":
    case "decline":
    case "dismiss":
    case "retract":
    case "deliver":
    case "take":
    case "release":
    case "withdraw":
      return { type: action.type, inquiryId: inquiryFor(simulation, action.target), by: action.by, at };
    case "assign": {
      const { by, target, to, widens } = action;
      return { type: "assign", inquiryId: inquiryFor(simulation, target), by, at, to, ...(widens && { widens }) };
    }
    case "extend": {
      const { by, target, laterMs } = action;
      const current = (conversation.status === "parked" ? conversation.inquiry.deadline : undefined) ?? at;
      const deadline = laterMs === undefined ? null : current + laterMs;
      return { type: "extend", inquiryId: inquiryFor(simulation, target), by, at, deadline };
    }
    case "revoke-permission": {
      const granted = simulation.log.filter((event) => event.type === "permission.granted");
      const permissionId = granted[action.nth % Math.max(granted.length, 1)]?.permission.id ?? "perm_t_999";
      return { type: action.type, permissionId, by: "ben", at };
    }
    case "stop":
    case "rename":
    case "delete":
      return { ...action, by: "ana", at };
    case "resume":
    case "retry":
      return { type: action.type, terms, by: "ana", at };
    case "start":
      return start({ terms, at });
    case "wake":
      return { type: "wake", at };
  }
}

/** The next command of workers and people who behave as they should. */
function nextCommand(simulation: Simulation, reply: ReplyTemplate): Command {
  const { conversation, terms, now: at } = simulation;
  const key = keyOf(conversation);
  switch (effectOf(conversation)?.type) {
    case "call-model":
      return reportOf("record-reply", key, partsFor(conversation, reply), at);
    case "run-tool": {
      const isStarted = conversation.status === "acting" && conversation.started;
      return reportOf(isStarted ? "finish-tool" : "start-tool", key, [], at);
    }
    case "start-children":
      return reportOf("record-children-started", key, [], at);
    case "recall-children":
      return reportOf("record-children-recalled", key, [], at);
    case "report-to-parent":
      return reportOf("record-parent-told", key, [], at);
    case undefined:
      break;
  }
  switch (conversation.status) {
    case "paused":
      return { type: "resume", terms, by: "ana", at };
    case "failed":
      return { type: "retry", terms, by: "ana", at };
    case "delegating":
      return {
        type: "child-ended",
        childId: childFor(simulation, "waiting"),
        end: { outcome: "finished", text: "Seen" },
        at,
      };
    case "parked":
      return { type: "wake", at };
    default:
      return send("Go on", { terms, at });
  }
}

function reportOf(report: Report, effect: string, parts: readonly Part[], at: number): Command {
  const usage = { inputTokens: 7, outputTokens: 5, reasoningTokens: 3, cachedTokens: 2 };
  switch (report) {
    case "record-reply":
      return { type: report, effect, at, parts, usage };
    case "record-failure":
      return { type: report, effect, at, error: { message: "overloaded", retryable: true }, retryAt: at + 10 };
    case "record-fatal-failure":
      return { type: "record-failure", effect, at, error: { message: "no such model", retryable: false }, retryAt: at };
    case "record-summary":
      return { type: report, effect, at, through: 1, from: 2, summary: "So far", usage };
    case "record-interruption":
    case "start-tool":
    case "record-children-started":
    case "record-children-recalled":
    case "record-parent-told":
      return { type: report, effect, at };
    case "finish-tool":
      return { type: report, effect, at, result: { status: "ok", text: "done" } };
  }
}

function partsFor(conversation: Conversation, reply: ReplyTemplate): readonly Part[] {
  return templateToParts(reply, "run" in conversation ? conversation.run?.terms.contract : undefined);
}

function keyFor({ conversation, keys }: Simulation, key: Key): string {
  switch (key) {
    case "current":
      return keyOf(conversation);
    case "earlier":
      return [...keys].findLast((some) => some !== keyOf(conversation)) ?? "none";
    case "made-up":
      return `${keyOf(conversation)}x`;
    case "empty":
      return "";
  }
}

function inquiryFor({ conversation, inquiries }: Simulation, target: Target): string {
  const current = conversation.status === "parked" ? conversation.inquiry.id : "inq_t_999";
  switch (target) {
    case "current":
      return current;
    case "earlier":
      return [...inquiries.keys()].findLast((id) => id !== current) ?? "inq_t_999";
    case "unknown":
      return "inq_u_1";
  }
}

function childFor({ conversation, log }: Simulation, child: Extract<Action, { type: "child-ended" }>["child"]): string {
  const waiting = conversation.status === "delegating" ? conversation.children.filter(({ ended }) => !ended) : [];
  switch (child) {
    case "waiting":
      return waiting.at(-1)?.id ?? "conv_tk998";
    case "ended":
      return log.findLast((event) => event.type === "child.ended")?.childId ?? "conv_tk997";
    case "unknown":
      return "conv_tk999";
  }
}
