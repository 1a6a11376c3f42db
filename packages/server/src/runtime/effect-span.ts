import type { Command, Conversation, Effect, Usage } from "@askback/core";
import { type Attributes, type Context, context, type Span, SpanKind, trace } from "@opentelemetry/api";
import { contextOf, errorTypeOf, linksTo, setSpanError, traceparentOf, tracer } from "../trace.ts";
import type { AgentDefinition } from "./agent.ts";
import type { Tool } from "./tool/tool.ts";

export interface SpanInput {
  readonly conversation: Conversation;
  readonly effect: Effect;
  readonly agent: AgentDefinition | undefined;
  /** The tools of the agent; any other tool name is text of the model and is not recorded. */
  tools(): readonly Tool[];
  readonly signal: AbortSignal;
}

/** Wraps an effect in a span of the trace that started its run, in whichever process that was. */
export function inEffectSpan(input: SpanInput, commands: AsyncGenerator<Command>): AsyncGenerator<Command> {
  const { conversation, effect } = input;
  const run = "run" in conversation ? conversation.run : undefined;
  const parent = contextOf(run?.trace);
  const kind = effect.type === "call-model" ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const span = tracer.startSpan(effect.type, { kind, links: linksTo(run?.follows) }, parent);
  if (traceparentOf(span) === undefined) return commands;
  if (span.isRecording()) describeEffect(span, input);
  return trackCommands(span, commands, { within: trace.setSpan(parent, span), signal: input.signal });
}

interface Tracking {
  readonly within: Context;
  readonly signal: AbortSignal;
}

/** Passes the commands on and describes them in the span, which ends when the last one is recorded. */
async function* trackCommands(
  span: Span,
  commands: AsyncGenerator<Command>,
  { within, signal }: Tracking,
): AsyncGenerator<Command> {
  try {
    while (true) {
      // The generator is resumed from outside, so each step needs the context again.
      const { value, done } = await context.with(within, () => commands.next());
      if (done) return;
      describeCommand(span, value);
      yield value;
    }
  } catch (error) {
    if (signal.aborted) span.setAttribute("askback.aborted", true);
    else setSpanError(span, errorTypeOf(error));
    throw error;
  } finally {
    await commands.return(undefined);
    span.end();
  }
}

/** Follows the semantic conventions for generative AI where they have an attribute. */
function describeEffect(span: Span, { conversation, effect, agent, tools }: SpanInput): void {
  span.setAttributes({
    "askback.effect": effect.type,
    "gen_ai.conversation.id": conversation.id,
    "gen_ai.agent.name": conversation.agent,
    ...("runId" in effect && { "askback.run.id": effect.runId }),
    ...("step" in effect && { "askback.step": effect.step }),
    ...("attempt" in effect && { "askback.attempt": effect.attempt }),
  });
  if (effect.type === "call-model" && agent) {
    const { provider, model } = modelOf(agent);
    span.updateName(`chat ${model}`);
    span.setAttributes({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": provider,
      "gen_ai.request.model": model,
    });
  }
  if (effect.type === "run-tool") {
    const tool = tools().find(({ name }) => name === effect.call.name)?.name;
    span.updateName(tool === undefined ? "execute_tool" : `execute_tool ${tool}`);
    span.setAttributes({
      "gen_ai.operation.name": "execute_tool",
      ...(tool !== undefined && { "gen_ai.tool.name": tool }),
    });
  }
}

function modelOf({ model }: AgentDefinition): { readonly provider: string; readonly model: string } {
  if (typeof model !== "string") return { provider: model.provider, model: model.modelId };
  const slash = model.indexOf("/");
  return { provider: model.slice(0, slash), model: model.slice(slash + 1) };
}

function describeCommand(span: Span, command: Command): void {
  switch (command.type) {
    case "record-reply":
      span.setAttributes({
        ...usageOf(command.usage),
        "gen_ai.response.finish_reasons": [finishReasonOf(command)],
      });
      return;
    case "record-summary":
      span.setAttributes({ ...usageOf(command.usage), "askback.compacted": true });
      return;
    case "record-failure":
      return setSpanError(span, command.error.kind ?? "unknown");
    case "finish-tool": {
      const { status } = command.result;
      span.setAttribute("askback.tool.result", status);
      if (status === "error") setSpanError(span, "tool");
    }
  }
}

function finishReasonOf({ parts, note: whyEarly }: Extract<Command, { type: "record-reply" }>): string {
  if (parts.some(({ type }) => type === "call")) return "tool_calls";
  return whyEarly === undefined ? "stop" : "cut-short";
}

function usageOf({ inputTokens, outputTokens, reasoningTokens, cachedTokens }: Usage): Attributes {
  return {
    "gen_ai.usage.input_tokens": inputTokens,
    "gen_ai.usage.output_tokens": outputTokens,
    "gen_ai.usage.reasoning.output_tokens": reasoningTokens,
    "gen_ai.usage.cache_read.input_tokens": cachedTokens,
  };
}
