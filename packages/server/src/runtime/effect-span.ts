import type { Command, Conversation, Effect, Usage } from "@askback/core";
import { type Attributes, type Context, context, type Span, SpanKind, trace } from "@opentelemetry/api";
import { contextAfter, failedBy, kindOf, linksTo, traceparentOf, tracer } from "../trace.ts";
import type { AgentDefinition } from "./agent.ts";
import type { Tool } from "./tool/tool.ts";

export interface Errand {
  readonly conversation: Conversation;
  readonly effect: Effect;
  readonly agent: AgentDefinition | undefined;
  /** The tools that the agent has; what else a model may call is a text of its own. */
  tools(): readonly Tool[];
  readonly signal: AbortSignal;
}

/** Carries out an effect in a span of the trace that set its run going, whichever process that was in. */
export function inEffectSpan(errand: Errand, work: AsyncGenerator<Command>): AsyncGenerator<Command> {
  const { conversation, effect } = errand;
  const run = "run" in conversation ? conversation.run : undefined;
  const parent = contextAfter(run?.trace);
  const kind = effect.type === "call-model" ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const span = tracer.startSpan(effect.type, { kind, links: linksTo(run?.follows) }, parent);
  if (traceparentOf(span) === undefined) return work;
  if (span.isRecording()) describe(span, errand);
  return follow(span, work, { within: trace.setSpan(parent, span), signal: errand.signal });
}

interface Following {
  readonly within: Context;
  readonly signal: AbortSignal;
}

/** Hands on what the work yields and notes it in the span, which ends when the last of it is recorded. */
async function* follow(
  span: Span,
  work: AsyncGenerator<Command>,
  { within, signal }: Following,
): AsyncGenerator<Command> {
  try {
    while (true) {
      // Each stretch of the work has to be told again where it belongs, since it is resumed from outside.
      const { value, done } = await context.with(within, () => work.next());
      if (done) return;
      note(span, value);
      yield value;
    }
  } catch (error) {
    if (signal.aborted) span.setAttribute("askback.aborted", true);
    else failedBy(span, kindOf(error));
    throw error;
  } finally {
    await work.return(undefined);
    span.end();
  }
}

/** By the semantic conventions for generative AI, where they have a word for it. */
function describe(span: Span, { conversation, effect, agent, tools }: Errand): void {
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

function note(span: Span, command: Command): void {
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
      return failedBy(span, command.error.retryable ? "retryable" : "permanent");
    case "finish-tool": {
      const { status } = command.result;
      span.setAttribute("askback.tool.result", status);
      if (status === "error") failedBy(span, "tool");
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
