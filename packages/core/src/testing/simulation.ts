import type { Command } from "../command.ts";
import type { Conversation } from "../conversation.ts";
import { decide } from "../decide/decide.ts";
import { momentOfAsk } from "../decide/fork.ts";
import type { Decision } from "../decide/ledger.ts";
import type { Event } from "../event.ts";
import type { InquiryRecord } from "../inquiry.ts";
import type { Message } from "../message.ts";
import { project } from "../projection.ts";
import type { RunRecord, Terms } from "../run.ts";
import { commandOf } from "./commands.ts";
import type { Move, Setting } from "./moves.ts";
import { keyOf, start } from "./samples.ts";

/** What the outside world knows of one conversation: its log, its state and the tables a store would hold. */
export interface World {
  readonly log: Event[];
  readonly messages: Map<string, Message>;
  readonly inquiries: Map<string, InquiryRecord>;
  readonly runs: Map<string, RunRecord>;
  /** The terms of every run, also of those before a fork. */
  readonly termsByRun: Map<string, Terms>;
  /** Keys of the effects that were wanted at some time. */
  readonly keys: Set<string>;
  /** What the agent's definition says now. */
  terms: Terms;
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
export function simulate(
  setting: Setting,
  moves: readonly Move[],
  observe: (step: Step) => void = () => undefined,
): World {
  let world = createWorld(setting);
  for (const move of moves) {
    switch (move.type) {
      case "wait":
        world.now += move.ms;
        break;
      case "redefine":
        world.terms = move.terms;
        break;
      case "fork":
        world = forked(world, move.nth);
        break;
      default:
        observe(made(world, move));
    }
  }
  return world;
}

function made(world: World, move: Parameters<typeof commandOf>[1]): Step {
  const before = world.conversation;
  // Work takes time: no reply comes at the moment of anything before it.
  if (move.type === "work" || move.type === "report") world.now += 1;
  const command = commandOf(world, move);
  const decision = decide(before, command);
  if (decision.ok && decision.value.length > 0) apply(world, decision.value);
  return { command, before, decision, world };
}

function createWorld({ terms, parent }: Setting): World {
  return worldFrom(start({ terms, at: 0, ...(parent && { parent }) }), { terms, now: 0, termsByRun: new Map() });
}

/** The world of a fork from an inquiry that the conversation rested on; the same world if it never did. */
function forked(world: World, nth: number): World {
  const { log, conversation, terms, now, termsByRun } = world;
  const asked = log.flatMap((event) => {
    if (event.type === "conversation.forked") return [event.state.inquiry.id];
    return event.type === "inquiry.asked" ? [event.inquiry.id] : [];
  });
  const inquiryId = asked[nth % Math.max(asked.length, 1)];
  if (inquiryId === undefined || conversation.status === "deleted") return world;
  const moment = momentOfAsk(log, inquiryId);
  if (!moment) throw new Error(`${conversation.id} rested on ${inquiryId}, and there is no moment of it`);
  const conversationId = `${conversation.id}f`;
  return worldFrom(
    { type: "fork", conversationId, ...moment, by: "ana", at: now },
    { terms, now, termsByRun: new Map([...termsByRun].map(([id, some]) => [id.replace(/_(\d+)$/, "f_$1"), some])) },
  );
}

function worldFrom(first: Command, known: Pick<World, "terms" | "now" | "termsByRun">): World {
  const decision = decide(undefined, first);
  if (!decision.ok) throw new Error("a conversation could not be started");
  const { conversation } = project(undefined, decision.value);
  const tables = { messages: new Map(), inquiries: new Map(), runs: new Map() };
  const world: World = { log: [], ...tables, keys: new Set(), conversation, ...known };
  apply(world, decision.value);
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
  for (const event of events) {
    if (event.type === "run.started") world.termsByRun.set(event.runId, event.terms);
    if (event.type === "conversation.forked") world.termsByRun.set(event.state.run.id, event.state.run.terms);
  }
  const key = keyOf(conversation);
  const isNew = !before || key !== keyOf(before);
  if (isNew && key !== "" && world.keys.has(key)) throw new Error(`${key} was over and is wanted again`);
  world.conversation = conversation;
  world.keys.add(key);
}
