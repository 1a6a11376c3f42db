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
  options: LanguageModelV4CallOptions,
  onText: (delta: string) => void,
): Promise<ModelReply> {
  const { stream } = await model.doStream(options);
  const parts: Part[] = [];
  const open = new Map<string, { index: number; text: string; provider?: ProviderData }>();
  for await (const part of stream) {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        open.set(part.id, { index: parts.length, text: "", ...providerOf(part) });
        parts.push({ type: part.type === "text-start" ? "text" : "reasoning", text: "" });
        break;
      case "text-delta":
      case "reasoning-delta": {
        const block = open.get(part.id);
        if (block) open.set(part.id, { ...block, text: block.text + part.delta, ...providerOf(part) });
        if (part.type === "text-delta") onText(part.delta);
        break;
      }
      case "text-end":
      case "reasoning-end": {
        const block = open.get(part.id);
        if (!block) break;
        const { index, text, provider } = { ...block, ...providerOf(part) };
        parts[index] = { type: part.type === "text-end" ? "text" : "reasoning", text, ...(provider && { provider }) };
        break;
      }
      case "tool-call":
        if (!part.providerExecuted)
          parts.push({
            type: "call",
            call: { ...callOf(part.toolCallId, part.toolName, part.input), ...providerOf(part) },
          });
        break;
      case "error":
        throw part.error;
      case "finish":
        if (part.finishReason.unified === "error") throw new Error("the provider ended its reply with an error");
        return { parts: parts.filter(hasContent), usage: usageOf(part.usage), ...noteOf(part.finishReason.unified) };
    }
  }
  throw new Error("the provider's stream ended before its reply was complete");
}

function callOf(id: string, name: string, input: string): ToolCall {
  try {
    const parsed = JSON.parse(input || "{}") as Json;
    const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
    // Providers take only objects back, so anything else is kept as what it was: unreadable.
    return isObject ? { id, name, input: parsed } : { id, name, input: {}, unreadable: "it is not an object" };
  } catch (error) {
    return { id, name, input: {}, unreadable: error instanceof Error ? error.message.slice(0, 200) : "unreadable" };
  }
}

function providerOf(part: { providerMetadata?: unknown }): { provider?: ProviderData } {
  return part.providerMetadata ? { provider: part.providerMetadata as ProviderData } : {};
}

function hasContent(part: Part): boolean {
  return (
    part.type === "call" ||
    (part.type === "text" && part.text !== "") ||
    (part.type === "reasoning" && (part.text !== "" || part.provider !== undefined))
  );
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
