import { type Command, type Conversation, type Effect, interruptedResult, matchesAny } from "@askback/core";
import type { AgentDefinition } from "./agent.ts";
import { callModel, type ModelCaller } from "./call-model.ts";
import { type ChildCare, recallChildren, reportToParent, startChildren } from "./children.ts";
import { inEffectSpan } from "./effect-span.ts";
import { resultWithoutRunning, runTool } from "./run-tool.ts";
import type { Tool } from "./tool/tool.ts";

export interface Means extends ModelCaller, ChildCare {}

/** Does the outside work of an effect; yields what is to be recorded, one by one, as it gets on. */
export function carryOut(
  means: Means,
  conversation: Conversation,
  effect: Effect,
  key: string,
  signal: AbortSignal,
): AsyncGenerator<Command> {
  const agent = means.agents.get(conversation.agent);
  const tools = () => (agent ? means.toolsOf(agent) : []);
  const work = workOf(means, { conversation, agent, effect, key, signal });
  return inEffectSpan({ conversation, agent, effect, tools, signal }, work);
}

interface Work {
  readonly conversation: Conversation;
  readonly agent: AgentDefinition | undefined;
  readonly effect: Effect;
  readonly key: string;
  readonly signal: AbortSignal;
}

async function* workOf(means: Means, { conversation, agent, effect, key, signal }: Work): AsyncGenerator<Command> {
  switch (effect.type) {
    case "call-model":
      if (conversation.status !== "thinking") return;
      if (!agent) return yield missingAgent(conversation.agent, key, means.clock.now());
      return yield await callModel(means, { agent, conversation, effect, effectKey: key, signal });
    case "run-tool":
      return yield* useTool(means, { agent, conversationId: conversation.id, effect, key, signal });
    case "start-children":
      return yield* startChildren(means, conversation, effect, key, signal);
    case "recall-children":
      return yield* recallChildren(means, conversation, effect, key, signal);
    case "report-to-parent":
      return yield* reportToParent(means, conversation, effect, key);
  }
}

interface ToolUse {
  readonly agent: AgentDefinition | undefined;
  readonly conversationId: string;
  readonly effect: Extract<Effect, { type: "run-tool" }>;
  readonly key: string;
  readonly signal: AbortSignal;
}

async function* useTool({ clock, toolsOf }: Means, use: ToolUse): AsyncGenerator<Command> {
  const { agent, conversationId, effect, key, signal } = use;
  const tools: readonly Tool[] | undefined = agent && toolsOf(agent);
  const finish = (result: Extract<Command, { type: "finish-tool" }>["result"]): Command => ({
    type: "finish-tool",
    effect: key,
    at: clock.now(),
    result,
  });
  if (!tools) return yield finish(effect.interrupted ? interruptedResult : unconfiguredResult);
  const known = resultWithoutRunning(effect, tools);
  if (known) return yield finish(known);
  // The run may have begun before its agent was given this gate.
  if (isGated(agent, effect)) return yield { type: "gate-tool", effect: key, at: clock.now() };
  yield { type: "start-tool", effect: key, at: clock.now() };
  const tool = tools.find(({ name }) => name === effect.call.name);
  if (tool) yield finish(await runTool(tool, effect.call, { conversationId, signal }));
}

function isGated(agent: AgentDefinition | undefined, { call, allowed, interrupted }: ToolUse["effect"]): boolean {
  return !allowed && !interrupted && matchesAny(agent?.approve ?? [], call.name);
}

const unconfiguredResult = { status: "not-run", text: "Not run: this agent is not configured any more." } as const;

function missingAgent(agent: string, effect: string, at: number): Command {
  const message = `the agent "${agent}" is not in the configuration any more: add it again and retry`;
  return { type: "record-failure", effect, at, error: { message, retryable: false }, retryAt: at };
}
