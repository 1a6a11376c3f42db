import type { Command } from "../command.ts";
import type { Conversation } from "../conversation.ts";
import { decide } from "../decide/decide.ts";
import type { Event, EventOf, EventType } from "../event.ts";
import { evolve } from "../evolve.ts";
import { type Projection, project } from "../projection.ts";
import type { Refusal } from "../refusal.ts";
import type { ToolResult } from "../tool-call.ts";

/** A command, or one that depends on the conversation it is given to, such as a report that names its effect. */
export type Wish = Command | ((conversation: Conversation) => Command);

/** A conversation told as its log. */
export interface Story {
  readonly log: readonly Event[];
  readonly conversation: Conversation;
  /** The tables people query, as the whole log projects them. */
  readonly projection: Projection;
  when(wish: Wish): Outcome;
}

/** What came of a command, and the story as it then stands. */
export interface Outcome extends Story {
  /** What was recorded; throws when the command was refused. */
  readonly events: readonly Event[];
  /** Why the command was refused; throws when it was granted. */
  readonly refusal: Refusal;
}

export function given(...log: readonly Event[]): Story {
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
    when: (wish) => outcomeOf(log, conversation, wish),
  };
}

function outcomeOf(log: readonly Event[], conversation: Conversation | undefined, wish: Wish): Outcome {
  const story = given(...log);
  const command = typeof wish === "function" ? wish(story.conversation) : wish;
  const decision = decide(conversation, command);
  const after = decision.ok ? given(...log, ...decision.value) : story;
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
      if (decision.ok) throw new Error(`${command.type} was granted`);
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

/** The results that calls were given, in order. */
export function resultsOf(events: readonly Event[]): readonly ToolResult[] {
  return eventsOf(events, "tool.finished").map((event) => event.result);
}
