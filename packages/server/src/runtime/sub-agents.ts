import {
  type ChildEnd,
  type Command,
  type Conversation,
  type Effect,
  type Message,
  neutralise,
  type Result,
  type Terms,
} from "@askback/core";
import type { Clock } from "../clock.ts";
import type { Store } from "../store/store.ts";
import { type AgentDefinition, findAgent, termsOf } from "./agent.ts";
import type { LiveTexts } from "./live-texts.ts";
import { findPartialReply } from "./partial-reply.ts";
import type { Performed, PerformFailure } from "./perform.ts";

export interface SubAgentDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  readonly liveTexts: LiveTexts;
  /** Performs a command on another conversation, and drives that one. */
  perform(conversationId: string, command: Command): Promise<Result<Performed, PerformFailure>>;
}

type EffectOf<Type extends Effect["type"]> = Extract<Effect, { type: Type }>;

const maxReportLength = 25_000;

/** Executes `start-children`. A child that exists was started before a crash. */
export async function* startChildren(
  { agents, clock, perform }: SubAgentDeps,
  conversation: Conversation,
  { children, callId }: EffectOf<"start-children">,
  effect: string,
  signal: AbortSignal,
): AsyncGenerator<Command> {
  for (const { id, agent: name, task, ended } of children) {
    signal.throwIfAborted();
    if (ended) continue;
    const agent = findAgent(agents, { agent: name, project: conversation.project });
    if (!agent) {
      const end: ChildEnd = { outcome: "failed", text: `The agent "${name}" is not in the configuration any more.` };
      yield { type: "child-ended", childId: id, end, at: clock.now() };
      continue;
    }
    const started = await perform(id, {
      type: "start",
      ...originOf(conversation, callId, id),
      agent: name,
      title: neutralise(task).trim().slice(0, 80).toWellFormed(),
      message: task,
      author: conversation.agent,
      terms: childTerms(termsOf(agent)),
      at: clock.now(),
    });
    if (!started.ok && started.error.code !== "conversation-exists")
      throw new Error(`the sub-agent ${id} could not be started: ${started.error.code}`);
  }
  yield { type: "record-children-started", effect, at: clock.now() };
}

/**
 * Executes `recall-children`. A child that does not exist yet is created first, without a message, so that a worker that
 * was about to start it comes too late.
 */
export async function* recallChildren(
  { store, liveTexts, clock, perform }: SubAgentDeps,
  conversation: Conversation,
  { how, children }: EffectOf<"recall-children">,
  effect: string,
  signal: AbortSignal,
): AsyncGenerator<Command> {
  const { createdBy: by, agent } = conversation;
  for (const id of children) {
    signal.throwIfAborted();
    const at = clock.now();
    const terms = { stepLimit: 1, askLimit: 1 };
    await perform(id, { type: "start", ...originOf(conversation, "", id), agent, terms, at });
    if (how === "stop") await perform(id, { type: "stop", by, at, ...(await partialOf(id)) });
    else await perform(id, { type: "delete", by, at, withParent: true });
  }
  yield { type: "record-children-recalled", effect, at: clock.now() };

  /** A stop keeps what had streamed, here or on another server. */
  async function partialOf(id: string) {
    const stored = await store.load(id);
    const partial = stored && (await findPartialReply({ store, liveTexts }, stored.conversation));
    return partial && { partial: partial.text };
  }
}

/** Executes `report-to-parent`. The parent may have the report already, or wait no longer. */
export async function* reportToParent(
  { store, clock, perform }: SubAgentDeps,
  conversation: Conversation,
  { parentId }: EffectOf<"report-to-parent">,
  effect: string,
): AsyncGenerator<Command> {
  const messages = await store.modelMessages(conversation.id, conversation.summary ?? { through: 0, from: 0 });
  const end = toChildEnd(conversation, lastReply(messages));
  await perform(parentId, { type: "child-ended", childId: conversation.id, end, at: clock.now() });
  yield { type: "record-parent-told", effect, at: clock.now() };
}

function toChildEnd(conversation: Conversation, reply: string): ChildEnd {
  switch (conversation.status) {
    case "failed":
      return { outcome: "failed", text: conversation.error.message };
    case "paused":
      return { outcome: "paused", text: `It reached its step limit before it was done. Its last words: ${reply}` };
    default:
      return conversation.status === "idle" && conversation.outcome === "finished"
        ? { outcome: "finished", text: reply }
        : { outcome: "stopped", text: "It was stopped before it was done." };
  }
}

function lastReply(messages: readonly Message[]): string {
  const last = messages.findLast(({ role }) => role === "agent");
  const text = last?.parts.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "";
  return text.slice(0, maxReportLength).toWellFormed();
}

function originOf({ id, createdBy, project }: Conversation, callId: string, conversationId: string) {
  return { conversationId, project, by: createdBy, parent: { conversationId: id, callId } };
}

/** Sub-agents are offered neither asking nor spawning. */
function childTerms({ contract: _, spawn: _spawn, ...terms }: Terms): Terms {
  return terms;
}
