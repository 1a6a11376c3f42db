import type { Command } from "../command.ts";
import type { Conversation } from "../conversation.ts";
import { effectOf } from "../effect.ts";
import type { Part } from "../message.ts";
import { answersFrom } from "./arbitraries.ts";
import type { Key, Move, Report, Target } from "./moves.ts";
import { keyOf, send, start } from "./samples.ts";
import type { World } from "./simulation.ts";
import { partsOf, type ReplySketch } from "./sketches.ts";

type Made = Exclude<Move, { type: "wait" | "redefine" | "fork" }>;

/** The command that a move comes to, in the state in which it finds the conversation. */
export function commandOf(world: World, move: Made): Command {
  const command = wishOf(world, move);
  // Some come from where nothing is traced.
  const isTraced = ("by" in command || command.type === "wake") && world.log.length % 3 > 0;
  return isTraced ? { ...command, trace: `${world.conversation.id}-${world.log.length}` } : command;
}

function wishOf(world: World, move: Made): Command {
  const { conversation, terms, now: at } = world;
  switch (move.type) {
    case "work":
      return workOf(world, move.reply);
    case "report":
      return reportOf(move.report, keyFor(world, move.key), partsFor(conversation, move.reply), at);
    case "child-ended":
      return {
        type: move.type,
        childId: childFor(world, move.child),
        end: { outcome: move.outcome, text: "The end" },
        at,
      };
    case "send-message":
      return { ...move, terms, at };
    case "answer": {
      const questions = conversation.status === "parked" ? conversation.inquiry.questions : [];
      const { by, holdMs } = move;
      const set = answersFrom(questions, move.choices);
      return { type: "answer", inquiryId: inquiryFor(world, move.target), set, holdMs, by, at };
    }
    case "delegate":
    case "decline":
    case "dismiss":
    case "retract":
    case "deliver":
    case "withdraw":
      return { type: move.type, inquiryId: inquiryFor(world, move.target), by: move.by, at };
    case "extend": {
      const { by, target, laterMs } = move;
      const current = (conversation.status === "parked" ? conversation.inquiry.deadline : undefined) ?? at;
      const deadline = laterMs === undefined ? null : current + laterMs;
      return { type: "extend", inquiryId: inquiryFor(world, target), by, at, deadline };
    }
    case "stop":
    case "rename":
    case "delete":
      return { ...move, by: "ana", at };
    case "resume":
    case "retry":
      return { type: move.type, terms, by: "ana", at };
    case "start":
      return start({ terms, at });
    case "wake":
      return { type: "wake", at };
  }
}

/** What honest workers and people do next. */
function workOf(world: World, reply: ReplySketch): Command {
  const { conversation, terms, now: at } = world;
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
        childId: childFor(world, "waiting"),
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

function partsFor(conversation: Conversation, reply: ReplySketch): readonly Part[] {
  return partsOf(reply, "run" in conversation ? conversation.run?.terms.contract : undefined);
}

function keyFor({ conversation, keys }: World, key: Key): string {
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

function inquiryFor({ conversation, inquiries }: World, target: Target): string {
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

function childFor({ conversation, log }: World, child: Extract<Move, { type: "child-ended" }>["child"]): string {
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
