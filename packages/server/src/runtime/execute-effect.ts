import {
  type Command,
  type CommandOf,
  type Conversation,
  type Effect,
  interruptedResult,
  isPermissionOutdated,
  matchesAny,
} from "@askback/core";
import type { Answerable } from "../store/people/answerable.ts";
import { type AgentDefinition, approvePatterns, findAgent, quorumOf, termsOf } from "./agent.ts";
import { inEffectSpan } from "./effect-span.ts";
import { callModel, type ModelCallContext } from "./model/call-model.ts";
import { nobodyToAsk, nobodyToAskFailure } from "./nobody-to-ask.ts";
import { recallChildren, reportToParent, type SubAgentDeps, startChildren } from "./sub-agents.ts";
import { editableBy } from "./tool/editable.ts";
import { presentCall } from "./tool/presenter.ts";
import { resultWithoutRunning, runTool } from "./tool/run-tool.ts";
import type { Unavailable } from "./unavailable.ts";

/** What effects need from outside. */
export interface EffectContext extends ModelCallContext, SubAgentDeps {
  /** Why a tool of the agent is missing while its MCP server cannot be reached; undefined for any other tool. */
  whyToolUnavailable(agent: AgentDefinition, tool: string): Unavailable | undefined;
  readonly answerable: Pick<Answerable, "unknownIn">;
  readonly openSecret: OpenSecret;
}

/** The call of a tool that exchanges a handle, and the conversations whose secrets it may have. */
export interface SecretReader {
  readonly conversationIds: readonly string[];
  readonly project: string;
  readonly agent: string;
  readonly tool: string;
  readonly callId: string;
}

/** What a person typed as a secret in one of the reader's conversations. */
export type OpenSecret = (handle: string, reader: SecretReader) => Promise<string | undefined>;

/** Executes an effect in a span; yields the commands to record, one by one. */
export function executeEffect(
  context: EffectContext,
  conversation: Conversation,
  effect: Effect,
  key: string,
  signal: AbortSignal,
): AsyncGenerator<Command> {
  const agent = findAgent(context.agents, conversation);
  const tools = () => (agent ? context.toolsOf(agent) : []);
  const commands = commandsOf(context, { conversation, agent, effect, key, signal });
  return inEffectSpan({ conversation, agent, effect, tools, signal }, commands);
}

interface Execution {
  readonly conversation: Conversation;
  readonly agent: AgentDefinition | undefined;
  readonly effect: Effect;
  readonly key: string;
  readonly signal: AbortSignal;
}

async function* commandsOf(context: EffectContext, execution: Execution): AsyncGenerator<Command> {
  const { conversation, agent, effect, key, signal } = execution;
  switch (effect.type) {
    case "call-model": {
      if (conversation.status !== "thinking") return;
      if (!agent) return yield missingAgent(conversation.agent, key, context.clock.now());
      const nobody = await nobodyToAsk(context.answerable, agent, conversation);
      if (nobody !== undefined) return yield nobodyToAskFailure(nobody, key, context.clock.now());
      return yield await callModel(context, { agent, conversation, effect, effectKey: key, signal });
    }
    case "run-tool":
      return yield* executeTool(context, { agent, conversation, effect, key, signal });
    case "start-children":
      return yield* startChildren(context, conversation, effect, key, signal);
    case "recall-children":
      return yield* recallChildren(context, conversation, effect, key, signal);
    case "report-to-parent":
      return yield* reportToParent(context, conversation, effect, key);
  }
}

interface ToolExecution {
  readonly agent: AgentDefinition | undefined;
  readonly conversation: Conversation;
  readonly effect: Extract<Effect, { type: "run-tool" }>;
  readonly key: string;
  readonly signal: AbortSignal;
}

async function* executeTool(
  { clock, toolsOf, whyToolUnavailable, onLeftOut, openSecret }: EffectContext,
  { agent, conversation, effect, key, signal }: ToolExecution,
): AsyncGenerator<Command> {
  const finish = (result: Extract<Command, { type: "finish-tool" }>["result"]): Command => ({
    type: "finish-tool",
    effect: key,
    at: clock.now(),
    result,
  });
  if (!agent) return yield finish(effect.interrupted ? interruptedResult : unconfiguredResult);
  const tools = toolsOf(agent);
  const tool = tools.find(({ name }) => name === effect.call.name);
  const unavailable = tool ? undefined : whyToolUnavailable(agent, effect.call.name);
  if (unavailable && !effect.interrupted)
    return yield finish({ status: "not-run", text: `Not run: ${unavailable.reason} right now. Try again later.` });
  const result = resultWithoutRunning(effect, tools);
  if (result) return yield finish(result);
  // The run may have started before this tool was gated, or could be remembered no longer.
  if (isGated(agent, conversation, effect)) {
    const presentation = await presentCall(tool, effect.call.input, { signal, onLeftOut });
    return yield {
      type: "gate-tool",
      effect: key,
      at: clock.now(),
      ...(presentation && { presentation }),
      ...editableBy(agent, tool),
      ...gateTerms(agent, effect.call.name),
    };
  }
  yield { type: "start-tool", effect: key, at: clock.now() };
  // A sub-agent may be given a handle of its parent.
  const family = [conversation.id, ...(conversation.parent ? [conversation.parent.conversationId] : [])];
  const { project } = conversation;
  const { id: callId, name } = effect.call;
  const reader = { conversationIds: family, project, agent: agent.name, tool: name, callId };
  const secrets = { openSecret: (handle: string) => openSecret(handle, reader) };
  if (tool) yield finish(await runTool(tool, effect.call, { conversationId: conversation.id, signal, ...secrets }));
}

/** Who has to allow a call by the definition of now. */
function gateTerms(agent: AgentDefinition, tool: string): Pick<CommandOf<"gate-tool">, "quorum" | "audience"> {
  const quorum = quorumOf(agent, tool);
  const { audience } = termsOf(agent);
  return { ...(quorum && { quorum }), ...(audience && { audience }) };
}

function isGated(
  agent: AgentDefinition,
  conversation: Conversation,
  { call, allowed, interrupted }: ToolExecution["effect"],
): boolean {
  if (interrupted || !matchesAny(approvePatterns(agent), call.name)) return false;
  return !allowed || isPermissionOutdated(conversation, termsOf(agent));
}

const unconfiguredResult = { status: "not-run", text: "Not run: this agent is not configured any more." } as const;

function missingAgent(agent: string, effect: string, at: number): Command {
  const message = `the agent "${agent}" is not in the configuration any more: add it again and retry`;
  return { type: "record-failure", effect, at, error: { kind: "setup", message, retryable: false }, retryAt: at };
}
