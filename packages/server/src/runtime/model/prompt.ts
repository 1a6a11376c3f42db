import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Message, Part, ProviderData } from "@askback/core";
import { type CallIds, createCallIds } from "./call-ids.ts";

type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

/** The transcript in the provider's form, with instructions first and the summary of what was left out. */
export function promptOf(
  instructions: string,
  summary: string | undefined,
  messages: readonly Message[],
): LanguageModelV4Prompt {
  const ids = createCallIds();
  const prompt: LanguageModelV4Prompt = [];
  if (!isBlank(instructions)) prompt.push({ role: "system", content: instructions.toWellFormed() });
  if (summary !== undefined)
    prompt.push(personMessage(`Summary of the conversation so far, made to save space:\n${summary}`));
  for (const message of messages) {
    for (const next of messageToPrompt(message, ids)) {
      const last = prompt.at(-1);
      // Google takes the results of a step only together.
      if (next.role === "tool" && last?.role === "tool") last.content.push(...next.content);
      else prompt.push(next);
    }
  }
  return prompt;
}

function messageToPrompt(message: Message, ids: CallIds): LanguageModelV4Message[] {
  switch (message.role) {
    case "person":
      return [personMessage(message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n"))];
    case "agent": {
      const content = withoutIdleReasoning(message.parts.flatMap((part) => partToPrompt(part, ids)));
      return content.length > 0 ? [{ role: "assistant", content }] : [];
    }
    case "tool":
      return message.parts.flatMap((part) => (part.type === "result" ? [resultMessage(part, ids)] : []));
  }
}

function personMessage(text: string): LanguageModelV4Message {
  return { role: "user", content: [{ type: "text", text: text.toWellFormed() }] };
}

function partToPrompt(part: Part, ids: CallIds): AssistantPart[] {
  switch (part.type) {
    case "text":
      // Providers refuse text that is only space, which models do write; no text at all may carry a signature.
      if (isBlank(part.text) && (part.text !== "" || part.provider === undefined)) return [];
      return [{ type: "text", text: part.text.toWellFormed(), ...options(part.provider) }];
    case "reasoning":
      return [{ type: "reasoning", text: part.text, ...options(part.provider) }];
    case "call": {
      const { id, name, input, provider } = part.call;
      const toolName = acceptedName(name);
      return [{ type: "tool-call", toolCallId: ids.forCall(id), toolName, input, ...options(provider) }];
    }
    case "result":
      return [];
  }
}

/** Reasoning that leads to nothing, as when a reply reached its limit, is refused by the provider it came from. */
function withoutIdleReasoning(content: readonly AssistantPart[]): AssistantPart[] {
  return content.slice(0, content.findLastIndex(({ type }) => type !== "reasoning") + 1);
}

function resultMessage({ result }: Extract<Part, { type: "result" }>, ids: CallIds): LanguageModelV4Message {
  const type = result.status === "error" ? "error-text" : "text";
  // An error without a word is refused.
  const value = isBlank(result.text) ? "(no output)" : result.text.toWellFormed();
  return {
    role: "tool",
    content: [
      {
        type: "tool-result",
        toolCallId: ids.forResult(result.callId),
        toolName: acceptedName(result.name),
        output: { type, value },
      },
    ],
  };
}

/** Models call tools by names that no provider takes back, such as `functions.search`. */
function acceptedName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unknown";
}

function options(provider: ProviderData | undefined) {
  // What a provider sends as metadata it wants back as options, in the same shape.
  return provider && { providerOptions: structuredClone(provider) as never };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
