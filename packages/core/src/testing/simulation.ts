import type { Command } from "../command.ts";
import type { Conversation } from "../conversation.ts";
import { decide } from "../decide/decide.ts";
import type { Decision } from "../decide/ledger.ts";
import type { Event } from "../event.ts";
import type { InquiryRecord } from "../inquiry.ts";
import type { Message } from "../message.ts";
import { project } from "../projection.ts";
import type { RunRecord, Terms } from "../run.ts";
import { answersFrom } from "./arbitraries.ts";
import type { Key, Move, Report, Target } from "./moves.ts";
import { keyOf, send, start } from "./samples.ts";

/** What the outside world knows of one conversation: its log, its state and the tables a store would hold. */
export interface World {
  readonly log: Event[];
  readonly messages: Map<string, Message>;
  readonly inquiries: Map<string, InquiryRecord>;
  readonly runs: Map<string, RunRecord>;
  /** Keys of the effects that were wanted at some time. */
  readonly keys: Set<string>;
  readonly terms: Terms;
  conversation: Conversation;
  now: number;
}

/** One command and what came of it. */
export interface Step {
  readonly command: Command;
  readonly before: Conversation;
  readonly decision: Decision;
  readonly world: World;
}

/** Starts a conversation and makes the moves one after another, showing each step to `observe`. */
export function simulate(terms: Terms, moves: readonly Move[], observe: (step: Step) => void = () => undefined): World {
  const world = createWorld(terms);
  for (const move of moves) {
    if (move.type === "wait") {
      world.now += move.ms;
      continue;
    }
    const before = world.conversation;
    const command = commandOf(world, move);
    const decision = decide(before, command);
    if (decision.ok && decision.value.length > 0) apply(world, decision.value);
    observe({ command, before, decision, world });
  }
  return world;
}

function createWorld(terms: Terms): World {
  const first = decide(undefined, start({ terms, at: 0 }));
  if (!first.ok) throw new Error("a conversation could not be started");
  const { conversation } = project(undefined, first.value);
  const tables = { messages: new Map(), inquiries: new Map(), runs: new Map() };
  const world: World = { log: [], ...tables, keys: new Set(), terms, conversation, now: 0 };
  apply(world, first.value);
  return world;
}

/** Writes what a store would write in one transaction. */
function apply(world: World, events: readonly Event[]): void {
  const before = world.log.length === 0 ? undefined : world.conversation;
  const { conversation, messages, placements, inquiries, runs } = project(before, events);
  for (const message of messages) {
    if (world.messages.has(message.id)) throw new Error(`two messages are called ${message.id}`);
    world.messages.set(message.id, message);
  }
  for (const { messageId, place } of placements) {
    const message = world.messages.get(messageId);
    if (!message || message.place !== undefined) throw new Error(`${messageId} cannot be placed`);
    world.messages.set(messageId, { ...message, place });
  }
  for (const inquiry of inquiries) world.inquiries.set(inquiry.id, inquiry);
  for (const run of runs) world.runs.set(run.id, run);
  world.log.push(...events);
  world.conversation = conversation;
  world.keys.add(keyOf(conversation));
}

function commandOf(world: World, move: Exclude<Move, { type: "wait" }>): Command {
  const { conversation, terms, now: at } = world;
  switch (move.type) {
    case "work":
      return workOf(world, move);
    case "report":
      return reportOf(move.report, keyFor(world, move.key), move.parts, at);
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
    case "withdraw":
      return { type: move.type, inquiryId: inquiryFor(world, move.target), by: move.by, at };
    case "stop":
      return { ...move, by: "ana", at };
    case "delete":
      return { type: move.type, by: "ana", at };
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
function workOf({ conversation, terms, now: at }: World, { parts }: Extract<Move, { type: "work" }>): Command {
  const key = keyOf(conversation);
  switch (conversation.status) {
    case "thinking":
      return reportOf("record-reply", key, parts, at);
    case "acting":
      return reportOf(conversation.started ? "finish-tool" : "start-tool", key, parts, at);
    case "paused":
      return { type: "resume", terms, by: "ana", at };
    case "failed":
      return { type: "retry", terms, by: "ana", at };
    case "parked":
      return { type: "wake", at };
    case "idle":
    case "deleted":
      return send("Go on", { terms, at });
  }
}

function reportOf(
  report: Report,
  effect: string,
  parts: Extract<Move, { type: "work" }>["parts"],
  at: number,
): Command {
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
      return { type: report, effect, at };
    case "finish-tool":
      return { type: report, effect, at, result: { status: "ok", text: "done" } };
  }
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
