import type { LanguageModelV4, LanguageModelV4FunctionTool, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { type Command, type Conversation, type Effect, type Message, offersOf } from "@askback/core";
import type { Clock } from "../clock.ts";
import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/store-unavailable.ts";
import { type AgentDefinition, agentDefaults } from "./agent.ts";
import { isTooLong, olderPart, summarise, tokensOf } from "./compact.ts";
import type { LiveTexts } from "./live-text.ts";
import { type ModelByName, ModelSetupError } from "./model/model-by-name.ts";
import { type ModelProblem, modelProblem } from "./model/model-error.ts";
import { promptOf } from "./model/prompt.ts";
import { streamReply } from "./model/stream-reply.ts";
import { withinTime } from "./time-limit.ts";
import type { Tool } from "./tool/tool.ts";

export interface ModelCaller {
  readonly store: Store;
  readonly clock: Clock;
  readonly liveTexts: LiveTexts;
  readonly modelByName: ModelByName;
  toolsOf(agent: AgentDefinition): readonly Tool[];
  /** From 0 to 1, so that what failed together is not tried again together. */
  random(): number;
}

interface ModelCall {
  readonly agent: AgentDefinition;
  readonly conversation: Extract<Conversation, { status: "thinking" }>;
  readonly effect: Extract<Effect, { type: "call-model" }>;
  readonly effectKey: string;
  readonly signal: AbortSignal;
}

/** Carries out `call-model`: calls the model, or first shortens a transcript that is too long; says what to record. */
export async function callModel(caller: ModelCaller, call: ModelCall): Promise<Command> {
  const { signal, agent } = call;
  try {
    const ms = agent.modelTimeoutMs ?? agentDefaults.modelTimeoutMs;
    return await withinTime({ signal, ms }, (limited) => replyOrSummary(caller, { ...call, signal: limited }));
  } catch (error) {
    signal.throwIfAborted();
    // The model is not to blame, and nobody is told where the database is.
    if (error instanceof StoreUnavailable) throw error;
    const at = caller.clock.now();
    return failure(modelProblem(error, at), call, { at, share: caller.random() });
  }
}

async function replyOrSummary(caller: ModelCaller, call: ModelCall): Promise<Command> {
  const { agent, conversation } = call;
  const model = typeof agent.model === "string" ? await caller.modelByName(agent.model) : agent.model;
  const placed = await caller.store.modelMessages(conversation.id, conversation.summary ?? { through: 0, from: 0 });
  // Where the lease was lost meanwhile, another worker may have recorded a call that has no result yet.
  const messages = placed.filter(({ place = 0 }) => place <= conversation.counts.places);
  const prompt = promptOf(agent.instructions, conversation.summary?.text, messages);
  const contextWindow = agent.contextWindow ?? agentDefaults.contextWindow;
  if (isTooLong(prompt, contextWindow)) {
    const shortened = await compact(caller, call, { model, messages, contextWindow });
    if (shortened) return shortened;
  }
  try {
    return await reply(caller, call, model, prompt);
  } catch (error) {
    const { overflow, message } = modelProblem(error, caller.clock.now());
    if (!overflow) throw error;
    // The provider knows its window better than the definition does: it is smaller than what was just refused.
    const refused = Math.min(contextWindow, tokensOf(prompt));
    const shortened = await compact(caller, call, { model, messages, contextWindow: refused });
    if (shortened) return shortened;
    throw new ModelSetupError(
      `the conversation is longer than the model can read, and there is nothing older to leave out: ${message}`,
    );
  }
}

async function reply(
  caller: ModelCaller,
  { agent, conversation, effect: { runId, step, attempt }, effectKey: effect, signal }: ModelCall,
  model: LanguageModelV4,
  prompt: LanguageModelV4Prompt,
): Promise<Command> {
  const live = caller.liveTexts.begin({
    conversationId: conversation.id,
    project: conversation.project,
    runId,
    step,
    attempt,
  });
  signal.addEventListener("abort", live.end, { once: true });
  try {
    const options = {
      prompt,
      tools: functionTools(conversation, caller.toolsOf(agent), prompt),
      toolChoice: { type: "auto" as const },
      abortSignal: signal,
      ...(agent.maxOutputTokens !== undefined && { maxOutputTokens: agent.maxOutputTokens }),
    };
    const replied = await streamReply(model, options, live.append);
    return { type: "record-reply", effect, at: caller.clock.now(), ...replied };
  } finally {
    live.end();
  }
}

interface Compaction {
  readonly model: LanguageModelV4;
  readonly messages: readonly Message[];
  readonly contextWindow: number;
}

/** The command that records a summary, or undefined when there is nothing older to leave out. */
async function compact(
  caller: ModelCaller,
  { conversation, effectKey: effect, signal }: ModelCall,
  { model, messages, contextWindow }: Compaction,
): Promise<Command | undefined> {
  const older = olderPart(messages, contextWindow);
  if (older.length === 0) return undefined;
  const summary = await summarise(model, { older, earlier: conversation.summary?.text, contextWindow, signal });
  const from = Math.min(...messages.slice(older.length).map(({ number }) => number), conversation.counts.messages + 1);
  return { type: "record-summary", effect, at: caller.clock.now(), from, ...summary };
}

const firstRestMs = 1_000;
const longestRestMs = 60_000;
const longestRetryAfterMs = 3_600_000;

function failure(
  { message, retryable, retryAfterMs = 0 }: ModelProblem,
  { effect, effectKey }: ModelCall,
  { at, share }: { readonly at: number; readonly share: number },
): Command {
  const backoff = Math.min(longestRestMs, firstRestMs * 2 ** (effect.attempt - 1)) * (0.5 + share);
  const rest = Math.max(backoff, Math.min(longestRetryAfterMs, retryAfterMs));
  return {
    type: "record-failure",
    effect: effectKey,
    at,
    error: { message: message.slice(0, 1_000), retryable },
    retryAt: at + Math.ceil(rest),
  };
}

/** Providers refuse a transcript with calls where there is no tool at all, as when an agent has lost the ones it had. */
const noTool: LanguageModelV4FunctionTool = {
  type: "function",
  name: "no_tool",
  description: "The tools of earlier turns are gone. Do not call this: it does nothing.",
  inputSchema: { type: "object", properties: {} },
};

function functionTools(
  { run, parent }: ModelCall["conversation"],
  tools: readonly Tool[],
  prompt: LanguageModelV4Prompt,
): LanguageModelV4FunctionTool[] {
  const offered = [...offersOf(run.terms, parent), ...tools];
  if (offered.length === 0 && prompt.some(({ role }) => role === "tool")) return [noTool];
  return offered.map(({ name, description, inputSchema }) => ({
    type: "function",
    name,
    description,
    inputSchema: inputSchema as LanguageModelV4FunctionTool["inputSchema"],
  }));
}
