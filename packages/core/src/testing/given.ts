import { decide } from "../decide/decide.ts";
import { evolve } from "../evolve/evolve.ts";
import type { Command, Refusal } from "../model/command.ts";
import type { Conversation } from "../model/conversation.ts";
import type { Event, EventOf, EventType } from "../model/event.ts";
import type { ToolResult } from "../model/tool-call.ts";
import { type Projection, project } from "../views/projection.ts";

/** A command, or a function that makes one for the current conversation, such as a report that names its effect. */
export type CommandOrFactory = Command | ((conversation: Conversation) => Command);

/** A conversation, given by its log. */
export interface History {
  readonly log: readonly Event[];
  readonly conversation: Conversation;
  /** The rows of the tables that people query, from the whole log. */
  readonly projection: Projection;
  when(next: CommandOrFactory): Outcome;
}

/** The result of a command, and the history after it. */
export interface Outcome extends History {
  /** The recorded events; throws when the command was refused. */
  readonly events: readonly Event[];
  /** Why the command was refused; throws when it was accepted. */
  readonly refusal: Refusal;
}

export function given(...log: readonly Event[]): History {
  const conversation = log.reduce<Conversation | undefined>(evolve, undefined);
  return {
    log,
    get conversation() {
      if (!conversation) throw new Error("there is no conversation yet");
      return conversation;
    },
    get projection() {
      return project(undefined, log);
    },
    when: (next) => outcomeOf(log, conversation, next),
  };
}

function outcomeOf(log: readonly Event[], conversation: Conversation | undefined, next: CommandOrFactory): Outcome {
  const before = given(...log);
  const command = typeof next === "function" ? next(before.conversation) : next;
  const decision = decide(conversation, command);
  const after = decision.ok ? given(...log, ...decision.value) : before;
  return {
    log: after.log,
    get conversation() {
      return after.conversation;
    },
    get projection() {
      return after.projection;
    },
    get events() {
      if (!decision.ok) throw new Error(`${command.type} was refused: ${JSON.stringify(decision.error)}`);
      return decision.value;
    },
    get refusal() {
      if (decision.ok) throw new Error(`${command.type} was accepted`);
      return decision.error;
    },
    when(next) {
      if (!decision.ok) throw new Error(`${command.type} was refused: ${JSON.stringify(decision.error)}`);
      return after.when(next);
    },
  };
}

export function typesOf(events: readonly Event[]): readonly EventType[] {
  return events.map((event) => event.type);
}

export function eventsOf<Type extends EventType>(events: readonly Event[], type: Type): readonly EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}

/** The results of tool calls, in order. */
export function resultsOf(events: readonly Event[]): readonly ToolResult[] {
  return eventsOf(events, "tool.finished").map((event) => event.result);
}
