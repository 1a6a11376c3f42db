import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Json, Part, ProviderData, ToolCall, Usage } from "@askback/core";
import { ModelError } from "./model-error.ts";

/** A complete reply of the model, as it is recorded. */
export interface ModelReply {
  readonly parts: readonly Part[];
  readonly usage: Usage;
  /** Why the reply ended early, if it did. */
  readonly note?: string;
}

/** Calls the model and collects its stream; `onText` gets each text delta. Rejects when the stream breaks off. */
export async function streamReply(
  model: LanguageModelV4,
  options: Omit<LanguageModelV4CallOptions, "providerOptions">,
  onText: (delta: string) => void,
): Promise<ModelReply> {
  const { stream } = await model.doStream({ ...options, providerOptions });
  const parts: (Part | Block)[] = [];
  const open = new Map<string, Block>();
  for await (const part of stream) {
    switch (part.type) {
      case "text-start":
      case "reasoning-start": {
        const type = part.type === "text-start" ? "text" : "reasoning";
        const block: Block = { type, text: "", ...providerOf(part) };
        open.set(part.id, block);
        parts.push(block);
        break;
      }
      case "text-delta":
      case "reasoning-delta": {
        const block = open.get(part.id);
        if (block) Object.assign(block, { text: block.text + part.delta, ...providerOf(part) });
        if (part.type === "text-delta" && part.delta !== "") onText(part.delta);
        break;
      }
      case "text-end":
      case "reasoning-end":
        Object.assign(open.get(part.id) ?? {}, providerOf(part));
        break;
      case "tool-call":
        if (!part.providerExecuted)
          parts.push({
            type: "call",
            call: { ...toCall(part.toolCallId, part.toolName, part.input), ...providerOf(part) },
          });
        break;
      case "error":
        throw part.error;
      case "finish": {
        const { unified: reason } = part.finishReason;
        if (reason === "error") throw new ModelError("network", "the provider ended its reply with an error");
        if (reason === "interrupted") throw brokenStream();
        const content = parts.filter(hasContent);
        if (content.length === 0 && reason === "content-filter")
          throw new ModelError("refusal", "the provider's filter ended the reply");
        return { parts: content, usage: usageOf(part.usage), ...noteOf(reason) };
      }
    }
  }
  throw brokenStream();
}

/** OpenAI deletes stored items after some weeks, and a person may take longer, so everything is sent each time. */
const providerOptions = { openai: { store: false } };

function brokenStream(): ModelError {
  return new ModelError("malformed", "the provider's stream ended before its reply was complete");
}

/** Text or reasoning that grows as it streams. */
interface Block {
  readonly type: "text" | "reasoning";
  readonly text: string;
  readonly provider?: ProviderData;
}

function toCall(id: string, name: string, input: string): ToolCall {
  try {
    const parsed = JSON.parse(input || "{}", mayBeIllFormed(input) ? toWellFormed : undefined) as Json;
    const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
    // Providers accept only objects as input in a prompt, so anything else is recorded as unreadable.
    if (!isObject) return { id, name, input: {}, unreadable: "it is not an object" };
    if (isDeeper(parsed, maxInputDepth))
      return { id, name, input: {}, unreadable: `it is nested more than ${maxInputDepth} levels deep` };
    return { id, name, input: parsed };
  } catch (error) {
    return { id, name, input: {}, unreadable: error instanceof Error ? error.message.slice(0, 200) : "unreadable" };
  }
}

/** Deeper JSON can be parsed but not serialised again. */
const maxInputDepth = 100;

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}

function mayBeIllFormed(text: string): boolean {
  return /\\ud/i.test(text) || !text.isWellFormed();
}

/** JSON can contain half of a surrogate pair, which providers refuse. */
function toWellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

function providerOf(part: { providerMetadata?: unknown }): { provider?: ProviderData } {
  return part.providerMetadata ? { provider: part.providerMetadata as ProviderData } : {};
}

function hasContent(part: Part): boolean {
  const isText = part.type === "text" || part.type === "reasoning";
  return !isText || part.text !== "" || part.provider !== undefined;
}

function noteOf(reason: string): { note?: string } {
  if (reason === "length") return { note: "the reply reached the model's output limit" };
  if (reason === "content-filter") return { note: "the provider's filter ended the reply" };
  return {};
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    reasoningTokens: outputTokens.reasoning ?? 0,
    cachedTokens: inputTokens.cacheRead ?? 0,
  };
}
