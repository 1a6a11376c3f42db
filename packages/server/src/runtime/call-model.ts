import type { LanguageModelV4, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { type Command, type Conversation, contractNamed, type Effect, type Message } from "@askback/core";
import type { Clock } from "../clock.ts";
import type { Store } from "../store/store.ts";
import { type AgentDefinition, agentDefaults } from "./agent.ts";
import { isTooLong, olderPart, summarise } from "./compact.ts";
import type { LiveTexts } from "./live-text.ts";
import type { ModelByName } from "./model/model-by-name.ts";
import { type ModelProblem, modelProblem } from "./model/model-error.ts";
import { promptOf } from "./model/prompt.ts";
import { streamReply } from "./model/stream-reply.ts";
import type { Tool } from "./tool/tool.ts";

export interface ModelCaller {
  readonly store: Store;
  readonly clock: Clock;
  readonly liveTexts: LiveTexts;
  readonly modelByName: ModelByName;
  toolsOf(agent: AgentDefinition): readonly Tool[];
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
  const { agent, conversation, effectKey: effect, signal } = call;
  const timeLimitMs = agent.modelTimeoutMs ?? agentDefaults.modelTimeoutMs;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]);
  try {
    const model = typeof agent.model === "string" ? await caller.modelByName(agent.model) : agent.model;
    const messages = await caller.store.modelMessages(conversation.id, conversation.summary?.through ?? 0);
    const prompt = promptOf(agent.instructions, conversation.summary?.text, messages);
    const contextWindow = agent.contextWindow ?? agentDefaults.contextWindow;
    if (isTooLong(prompt, contextWindow)) {
      const shortened = await compact(caller, call, { model, messages, contextWindow, signal: limited });
      if (shortened) return shortened;
    }
    const live = caller.liveTexts.begin({
      conversationId: conversation.id,
      runId: call.effect.runId,
      step: call.effect.step,
      attempt: call.effect.attempt,
    });
    try {
      const options = {
        prompt,
        tools: functionTools(conversation, caller.toolsOf(agent)),
        toolChoice: { type: "auto" as const },
        abortSignal: limited,
        ...(agent.maxOutputTokens !== undefined && { maxOutputTokens: agent.maxOutputTokens }),
        // OpenAI forgets stored items after some weeks, and a person may take longer, so everything is sent each time.
        providerOptions: { openai: { store: false } },
      };
      const reply = await streamReply(model, options, live.append);
      return { type: "record-reply", effect, at: caller.clock.now(), ...reply };
    } catch (error) {
      const problem = modelProblem(error, timeLimitMs);
      const shortened =
        problem.overflow &&
        !signal.aborted &&
        (await compact(caller, call, { model, messages, contextWindow, signal: limited }));
      if (shortened) return shortened;
      throw error;
    } finally {
      live.end();
    }
  } catch (error) {
    signal.throwIfAborted();
    return failure(modelProblem(error, timeLimitMs), call, caller.clock.now());
  }
}

interface Compaction {
  readonly model: LanguageModelV4;
  readonly messages: readonly Message[];
  readonly contextWindow: number;
  readonly signal: AbortSignal;
}

/** The command that records a summary, or undefined when there is nothing older to leave out. */
async function compact(
  caller: ModelCaller,
  { conversation, effectKey: effect }: ModelCall,
  { model, messages, contextWindow, signal }: Compaction,
): Promise<Command | undefined> {
  const older = olderPart(messages, contextWindow);
  if (older.length === 0) return undefined;
  const summary = await summarise(model, { older, earlier: conversation.summary?.text, contextWindow, signal });
  return { type: "record-summary", effect, at: caller.clock.now(), ...summary };
}

function failure(
  { message, retryable, retryAfterMs }: ModelProblem,
  { effect, effectKey }: ModelCall,
  at: number,
): Command {
  const backoff = Math.min(60_000, 1_000 * 2 ** (effect.attempt - 1)) * (0.5 + Math.random());
  const rest = Math.min(600_000, Math.max(backoff, retryAfterMs ?? 0));
  return {
    type: "record-failure",
    effect: effectKey,
    at,
    error: { message: message.slice(0, 1_000), retryable },
    retryAt: at + Math.ceil(rest),
  };
}

function functionTools({ run }: ModelCall["conversation"], tools: readonly Tool[]): LanguageModelV4FunctionTool[] {
  const offered = [contractNamed(run.terms.contract), ...tools];
  return offered.map(({ name, description, inputSchema }) => ({
    type: "function",
    name,
    description,
    inputSchema: inputSchema as LanguageModelV4FunctionTool["inputSchema"],
  }));
}
