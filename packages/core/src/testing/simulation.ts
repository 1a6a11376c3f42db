import { decide } from "../decide/decide.ts";
import { forkPoint } from "../decide/fork.ts";
import type { Decision } from "../decide/recorder.ts";
import type { Command } from "../model/command.ts";
import type { Conversation } from "../model/conversation.ts";
import type { Event } from "../model/event.ts";
import type { InquiryRecord } from "../model/inquiry.ts";
import type { Message } from "../model/message.ts";
import type { RunRecord, Terms } from "../model/run.ts";
import { project } from "../views/projection.ts";
import { actionToCommand } from "./action-to-command.ts";
import type { Action, Setup } from "./actions.ts";
import { keyOf, start } from "./samples.ts";

/** One simulated conversation: its log, its state and the tables that a store would have. */
export interface Simulation {
  readonly log: Event[];
  readonly messages: Map<string, Message>;
  readonly inquiries: Map<string, InquiryRecord>;
  readonly runs: Map<string, RunRecord>;
  /** The terms of every run, also of those before a fork. */
  readonly termsByRun: Map<string, Terms>;
  /** Keys of all effects so far. */
  readonly keys: Set<string>;
  /** The terms of the agent's current definition. */
  terms: Terms;
  conversation: Conversation;
  now: number;
}

/** One command and its decision. */
export interface Step {
  readonly command: Command;
  readonly before: Conversation;
  readonly decision: Decision;
  readonly simulation: Simulation;
}

/** Starts a conversation, runs the actions one after another and passes each step to `observe`. */
export function simulate(
  setup: Setup,
  actions: readonly Action[],
  observe: (step: Step) => void = () => undefined,
): Simulation {
  let simulation = createSimulation(setup);
  for (const action of actions) {
    switch (action.type) {
      case "wait":
        simulation.now += action.ms;
        break;
      case "redefine":
        simulation.terms = action.terms;
        break;
      case "fork":
        simulation = forkSimulation(simulation, action.nth);
        break;
      default:
        observe(runAction(simulation, action));
    }
  }
  return simulation;
}

function runAction(simulation: Simulation, action: Parameters<typeof actionToCommand>[1]): Step {
  const before = simulation.conversation;
  // Work takes time, so a report is always later than what came before it.
  if (action.type === "work" || action.type === "report") simulation.now += 1;
  const command = actionToCommand(simulation, action);
  const decision = decide(before, command);
  if (decision.ok && decision.value.length > 0) apply(simulation, decision.value);
  return { command, before, decision, simulation };
}

function createSimulation({ terms, parent }: Setup): Simulation {
  return startSimulation(start({ terms, at: 0, ...(parent && { parent }) }), { terms, now: 0, termsByRun: new Map() });
}

/** A simulation of a fork from one of the inquiries so far; the same simulation if there is none. */
function forkSimulation(simulation: Simulation, nth: number): Simulation {
  const { log, conversation, terms, now, termsByRun } = simulation;
  const asked = log.flatMap((event) => {
    if (event.type === "conversation.forked") return [event.state.inquiry.id];
    return event.type === "inquiry.asked" ? [event.inquiry.id] : [];
  });
  const inquiryId = asked[nth % Math.max(asked.length, 1)];
  if (inquiryId === undefined || conversation.status === "deleted") return simulation;
  const point = forkPoint(log, inquiryId);
  if (!point) throw new Error(`${conversation.id} was parked on ${inquiryId}, but has no fork point for it`);
  const conversationId = `${conversation.id}f`;
  return startSimulation(
    { type: "fork", conversationId, ...point, by: "ana", at: now },
    { terms, now, termsByRun: new Map([...termsByRun].map(([id, some]) => [id.replace(/_(\d+)$/, "f_$1"), some])) },
  );
}

function startSimulation(first: Command, rest: Pick<Simulation, "terms" | "now" | "termsByRun">): Simulation {
  const decision = decide(undefined, first);
  if (!decision.ok) throw new Error("a conversation could not be started");
  const { conversation } = project(undefined, decision.value);
  const tables = { messages: new Map(), inquiries: new Map(), runs: new Map() };
  const simulation: Simulation = { log: [], ...tables, keys: new Set(), conversation, ...rest };
  apply(simulation, decision.value);
  return simulation;
}

/** Applies the changes that a store would make in one transaction. */
function apply(simulation: Simulation, events: readonly Event[]): void {
  const before = simulation.log.length === 0 ? undefined : simulation.conversation;
  const { conversation, messages, placements, inquiries, runs } = project(before, events);
  for (const message of messages) {
    if (simulation.messages.has(message.id)) throw new Error(`two messages have the id ${message.id}`);
    simulation.messages.set(message.id, message);
  }
  for (const { messageId, place } of placements) {
    const message = simulation.messages.get(messageId);
    if (!message || message.place !== undefined) throw new Error(`${messageId} cannot be delivered`);
    simulation.messages.set(messageId, { ...message, place });
  }
  for (const inquiry of inquiries) simulation.inquiries.set(inquiry.id, inquiry);
  for (const run of runs) simulation.runs.set(run.id, run);
  simulation.log.push(...events);
  for (const event of events) {
    if (event.type === "run.started") simulation.termsByRun.set(event.runId, event.terms);
    if (event.type === "conversation.forked") simulation.termsByRun.set(event.state.run.id, event.state.run.terms);
  }
  const key = keyOf(conversation);
  const isNew = !before || key !== keyOf(before);
  if (isNew && key !== "" && simulation.keys.has(key)) throw new Error(`the effect ${key} was already done`);
  simulation.conversation = conversation;
  simulation.keys.add(key);
}
