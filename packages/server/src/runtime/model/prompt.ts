import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Message, Part, ProviderData } from "@askback/core";

type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

/** The transcript in the provider's form, with instructions first and the summary of what was left out. */
export function promptOf(
  instructions: string,
  summary: string | undefined,
  messages: readonly Message[],
): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  if (instructions) prompt.push({ role: "system", content: instructions });
  if (summary !== undefined)
    prompt.push(personMessage(`Summary of the conversation so far, made to save space:\n${summary}`));
  for (const message of messages) prompt.push(...messageToPrompt(message));
  return prompt;
}

function messageToPrompt(message: Message): LanguageModelV4Message[] {
  switch (message.role) {
    case "person":
      return [personMessage(message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n"))];
    case "agent": {
      const content = message.parts.flatMap(partToPrompt);
      return content.length > 0 ? [{ role: "assistant", content }] : [];
    }
    case "tool":
      return message.parts.flatMap((part) => (part.type === "result" ? [resultMessage(part)] : []));
  }
}

function personMessage(text: string): LanguageModelV4Message {
  return { role: "user", content: [{ type: "text", text }] };
}

function partToPrompt(part: Part): AssistantPart[] {
  switch (part.type) {
    case "text":
      return part.text ? [{ type: "text", text: part.text, ...options(part.provider) }] : [];
    case "reasoning":
      return [{ type: "reasoning", text: part.text, ...options(part.provider) }];
    case "call": {
      const { id: toolCallId, name: toolName, input, provider } = part.call;
      return [{ type: "tool-call", toolCallId, toolName, input, ...options(provider) }];
    }
    case "result":
      return [];
  }
}

function resultMessage({ result }: Extract<Part, { type: "result" }>): LanguageModelV4Message {
  const type = result.status === "error" ? "error-text" : "text";
  return {
    role: "tool",
    content: [
      { type: "tool-result", toolCallId: result.callId, toolName: result.name, output: { type, value: result.text } },
    ],
  };
}

function options(provider: ProviderData | undefined) {
  // What a provider sends as metadata it wants back as options, in the same shape.
  return provider && { providerOptions: structuredClone(provider) as never };
}
