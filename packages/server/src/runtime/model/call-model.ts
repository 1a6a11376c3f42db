import type { LanguageModelV4, LanguageModelV4FunctionTool, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { builtInTools, type Command, type Conversation, type Effect, type Message } from "@askback/core";
import type { Clock } from "../../clock.ts";
import { type StandingDeps, standingInForce } from "../../store/standing-in-force.ts";
import type { Store } from "../../store/store.ts";
import { StoreUnavailable } from "../../store/store-unavailable.ts";
import { withTimeLimit } from "../../time-limit.ts";
import { type AgentDefinition, agentDefaults, approvePatterns } from "../agent.ts";
import type { LiveTexts } from "../live-texts.ts";
import { editableBy } from "../tool/editable.ts";
import { presentCalls } from "../tool/presenter.ts";
import type { Tool } from "../tool/tool.ts";
import type { Unavailable } from "../unavailable.ts";
import { estimateTokens, isTooLong, mayBeTooLong, olderPart, summarise } from "./compact.ts";
import type { ModelByName } from "./model-by-name.ts";
import { ModelError, type ModelProblem, modelProblem } from "./model-error.ts";
import { toPrompt } from "./prompt.ts";
import { readPromptFiles } from "./prompt-files.ts";
import { streamReply } from "./stream-reply.ts";
import type { Transcripts } from "./transcripts.ts";

export interface ModelCallContext {
  readonly store: Store;
  readonly answering: StandingDeps["answering"];
  readonly clock: Clock;
  readonly transcripts: Pick<Transcripts, "read">;
  readonly liveTexts: LiveTexts;
  readonly modelByName: ModelByName;
  toolsOf(agent: AgentDefinition): readonly Tool[];
  /** Why an agent cannot work right now; undefined where it can. */
  whyUnavailable(agent: AgentDefinition): Unavailable | undefined;
  /** From 0 to 1; spreads the retries of calls that failed at the same time. */
  random(): number;
  /** Keys of providers, which no recorded message may contain. */
  readonly secrets?: readonly string[];
  /** Called with the name of a tool whose presentation failed and is not shown. */
  onLeftOut(tool: string): void;
}

interface ModelCall {
  readonly agent: AgentDefinition;
  readonly conversation: Extract<Conversation, { status: "thinking" }>;
  readonly effect: Extract<Effect, { type: "call-model" }>;
  readonly effectKey: string;
  readonly signal: AbortSignal;
}

/** Executes `call-model`: calls the model, or summarises a transcript that is too long; returns the command to record. */
export async function callModel(context: ModelCallContext, call: ModelCall): Promise<Command> {
  const { signal, agent } = call;
  try {
    const ms = agent.modelTimeoutMs ?? agentDefaults.modelTimeoutMs;
    return await withTimeLimit({ signal, ms }, (limited) => replyOrSummary(context, { ...call, signal: limited }));
  } catch (error) {
    signal.throwIfAborted();
    // It is no failure of the model, and its message may contain the address of the database.
    if (error instanceof StoreUnavailable) throw error;
    const at = context.clock.now();
    return toFailure(modelProblem(error, at, context.secrets), call, { at, jitter: context.random() });
  }
}

async function replyOrSummary(context: ModelCallContext, call: ModelCall): Promise<Command> {
  const { agent, conversation } = call;
  const unavailable = context.whyUnavailable(agent);
  if (unavailable) throw new ModelError(unavailable.kind, `${unavailable.reason}: ${unavailable.hint}`);
  const model = typeof agent.model === "string" ? await context.modelByName(agent.model) : agent.model;
  const messages = await context.transcripts.read(conversation);
  const promptFor = async (accepting: Pick<AgentDefinition, "accepts" | "model">) => {
    const fileToPart = await readPromptFiles(context.store.files, accepting, messages);
    return toPrompt(agent.instructions, conversation.summary?.text, messages, fileToPart);
  };
  const prompt = await promptFor(agent);
  const contextWindow = agent.contextWindow ?? agentDefaults.contextWindow;
  const source = { instructions: agent.instructions, summary: conversation.summary?.text, messages };
  if (mayBeTooLong(source, contextWindow) && isTooLong(prompt, contextWindow)) {
    const shortened = await compact(context, call, { model, messages, contextWindow });
    if (shortened) return shortened;
  }
  try {
    return await reply(context, call, model, prompt);
  } catch (error) {
    const { kind, refused, message } = modelProblem(error, context.clock.now());
    if (kind === "context") {
      // The window is smaller than the definition says: at most what was just refused.
      const refusedLength = Math.min(contextWindow, estimateTokens(prompt));
      const shortened = await compact(context, call, { model, messages, contextWindow: refusedLength });
      if (shortened) return shortened;
    }
    // A file that the provider does not accept stays in the transcript, and must not block the conversation.
    if (refused && hasFiles(prompt))
      return await reply(context, call, model, await promptFor({ model: agent.model, accepts: [] }));
    if (kind !== "context") throw error;
    throw new ModelError(
      "context",
      `the conversation is longer than the model can read, and there is nothing older to leave out: ${message}`,
    );
  }
}

function hasFiles(prompt: LanguageModelV4Prompt): boolean {
  return prompt.some(({ role, content }) => role === "user" && content.some(({ type }) => type === "file"));
}

async function reply(
  context: ModelCallContext,
  { agent, conversation, effect: { runId, step, attempt }, effectKey: effect, signal }: ModelCall,
  model: LanguageModelV4,
  prompt: LanguageModelV4Prompt,
): Promise<Command> {
  const live = context.liveTexts.begin({
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
      tools: functionTools(conversation, context.toolsOf(agent), prompt),
      toolChoice: { type: "auto" as const },
      abortSignal: signal,
      ...(agent.maxOutputTokens !== undefined && { maxOutputTokens: agent.maxOutputTokens }),
    };
    const replied = await streamReply(model, options, live.append);
    // After the results of its tools a model may have nothing more to say, but not after a message.
    const mayBeEmpty = replied.note !== undefined || prompt.at(-1)?.role === "tool";
    if (replied.parts.length === 0 && !mayBeEmpty) throw new ModelError("empty", "the provider's reply is empty");
    const parts = await presentCalls(replied.parts, {
      tools: context.toolsOf(agent),
      patterns: [...(conversation.run.terms.approve ?? []), ...approvePatterns(agent)],
      signal,
      onLeftOut: context.onLeftOut,
      editableBy: (tool) => editableBy(agent, tool),
    });
    const asks = parts.some((part) => part.type === "call" && part.call.name === conversation.run.terms.contract);
    const standing = asks ? await standingInForce(context, conversation) : [];
    return {
      type: "record-reply",
      effect,
      at: context.clock.now(),
      ...replied,
      parts,
      ...(standing.length > 0 && { standing }),
    };
  } finally {
    live.end();
  }
}

interface Compaction {
  readonly model: LanguageModelV4;
  readonly messages: readonly Message[];
  readonly contextWindow: number;
}

/** The command that records a summary, or undefined if there are no older messages to replace. */
async function compact(
  context: ModelCallContext,
  { conversation, effectKey: effect, signal }: ModelCall,
  { model, messages, contextWindow }: Compaction,
): Promise<Command | undefined> {
  const older = olderPart(messages, contextWindow);
  if (older.length === 0) return undefined;
  const summary = await summarise(model, { older, earlier: conversation.summary?.text, contextWindow, signal });
  const from = Math.min(...messages.slice(older.length).map(({ number }) => number), conversation.counts.messages + 1);
  return { type: "record-summary", effect, at: context.clock.now(), from, ...summary };
}

const minBackoffMs = 1_000;
const maxBackoffMs = 300_000;
const maxRetryAfterMs = 24 * 3_600_000;

function toFailure(
  { message, kind, retryable, status, retryAfterMs = 0 }: ModelProblem,
  { conversation, effectKey }: ModelCall,
  { at, jitter }: { readonly at: number; readonly jitter: number },
): Command {
  const failures = conversation.failed?.count ?? 0;
  const backoff = Math.min(maxBackoffMs, minBackoffMs * 2 ** failures) * (0.5 + jitter);
  const waitMs = Math.max(backoff, Math.min(maxRetryAfterMs, retryAfterMs));
  return {
    type: "record-failure",
    effect: effectKey,
    at,
    error: { kind, message: message.slice(0, 1_000), retryable, ...(status !== undefined && { status }) },
    retryAt: at + Math.ceil(waitMs),
  };
}

/** Providers refuse a transcript with calls and no tools, as when the tools of an agent were removed. */
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
  const offered = [...builtInTools(run.terms, parent), ...tools];
  if (offered.length === 0 && prompt.some(({ role }) => role === "tool")) return [noTool];
  return offered.map(({ name, description, inputSchema }) => ({
    type: "function",
    name,
    description,
    inputSchema: inputSchema as LanguageModelV4FunctionTool["inputSchema"],
  }));
}
