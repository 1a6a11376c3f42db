import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Json, Part, ProviderData, ToolCall, Usage } from "@askback/core";

/** A whole reply of the model, as it is recorded. */
export interface ModelReply {
  readonly parts: readonly Part[];
  readonly usage: Usage;
  /** Why the reply ended early, if it did. */
  readonly note?: string;
}

/** Calls the model and gathers its stream; text is handed on as it comes. Rejects when the stream breaks off. */
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
            call: { ...callOf(part.toolCallId, part.toolName, part.input), ...providerOf(part) },
          });
        break;
      case "error":
        throw part.error;
      case "finish": {
        const { unified: reason } = part.finishReason;
        if (reason === "error") throw new Error("the provider ended its reply with an error");
        if (reason === "interrupted") throw new Error(brokenOff);
        return { parts: parts.filter(hasContent), usage: usageOf(part.usage), ...noteOf(reason) };
      }
    }
  }
  throw new Error(brokenOff);
}

/** OpenAI forgets stored items after some weeks, and a person may take longer, so everything is sent each time. */
const providerOptions = { openai: { store: false } };

const brokenOff = "the provider's stream ended before its reply was complete";

/** Text or reasoning that grows as it streams. */
interface Block {
  readonly type: "text" | "reasoning";
  readonly text: string;
  readonly provider?: ProviderData;
}

function callOf(id: string, name: string, input: string): ToolCall {
  try {
    const parsed = JSON.parse(input || "{}", mayBeIllFormed(input) ? wellFormed : undefined) as Json;
    const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
    // Providers take only objects back, so anything else is kept as what it was: unreadable.
    if (!isObject) return { id, name, input: {}, unreadable: "it is not an object" };
    if (isDeeper(parsed, deepestInput))
      return { id, name, input: {}, unreadable: `it is nested more than ${deepestInput} levels deep` };
    return { id, name, input: parsed };
  } catch (error) {
    return { id, name, input: {}, unreadable: error instanceof Error ? error.message.slice(0, 200) : "unreadable" };
  }
}

/** What is nested too deep can be read but not written again: neither to the store nor to whoever follows its events. */
const deepestInput = 100;

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}

function mayBeIllFormed(text: string): boolean {
  return /\\ud/i.test(text) || !text.isWellFormed();
}

/** Half of a surrogate pair can be written in JSON, but providers refuse a request that holds one. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

function providerOf(part: { providerMetadata?: unknown }): { provider?: ProviderData } {
  return part.providerMetadata ? { provider: part.providerMetadata as ProviderData } : {};
}

function hasContent(part: Part): boolean {
  return part.type === "call" || part.type === "result" || part.text !== "" || part.provider !== undefined;
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
