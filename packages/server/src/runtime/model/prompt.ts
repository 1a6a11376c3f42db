import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Json, Message, Part, ProviderData } from "@askback/core";
import { type CallIds, createCallIds } from "./call-ids.ts";
import { describeFile, type FileToPart, type UserPart } from "./prompt-files.ts";

type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

/** The prompt for a provider: instructions, the summary of earlier messages, and the transcript. */
export function toPrompt(
  instructions: string,
  summary: string | undefined,
  messages: readonly Message[],
  fileToPart: FileToPart = describeFile,
): LanguageModelV4Prompt {
  const ids = createCallIds();
  const prompt: LanguageModelV4Prompt = [];
  if (!isBlank(instructions)) prompt.push({ role: "system", content: instructions.toWellFormed() });
  if (summary !== undefined)
    prompt.push(personMessage(`Summary of the conversation so far, made to save space:\n${summary}`));
  for (const message of messages) {
    for (const next of messageToPrompt(message, ids, fileToPart)) {
      const last = prompt.at(-1);
      // Google accepts the results of a step only in one message.
      if (next.role === "tool" && last?.role === "tool") last.content.push(...next.content);
      else prompt.push(next);
    }
  }
  return prompt;
}

function messageToPrompt(message: Message, ids: CallIds, fileToPart: FileToPart): LanguageModelV4Message[] {
  switch (message.role) {
    case "person":
      return [{ role: "user", content: personContent(message.parts, fileToPart) }];
    case "agent": {
      const content = withoutTrailingReasoning(message.parts.flatMap((part) => partToPrompt(part, ids)));
      return content.length > 0 ? [{ role: "assistant", content }] : [];
    }
    case "tool":
      return message.parts.flatMap((part) => (part.type === "result" ? [resultMessage(part, ids)] : []));
  }
}

/** Providers refuse blank text, so that of a message with files only is left out. */
function personContent(parts: readonly Part[], fileToPart: FileToPart): UserPart[] {
  const files = parts.flatMap((part) => (part.type === "file" ? [fileToPart(part.file)] : []));
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  if (files.length > 0 && isBlank(text)) return files;
  return [{ type: "text", text: text.toWellFormed() }, ...files];
}

function personMessage(text: string): LanguageModelV4Message {
  return { role: "user", content: [{ type: "text", text: text.toWellFormed() }] };
}

function partToPrompt(part: Part, ids: CallIds): AssistantPart[] {
  switch (part.type) {
    case "text":
      // Providers refuse text of spaces only, which models do write; an empty text may carry a signature.
      if (isBlank(part.text) && (part.text !== "" || part.provider === undefined)) return [];
      return [{ type: "text", text: part.text.toWellFormed(), ...options(part.provider) }];
    case "reasoning":
      return [{ type: "reasoning", text: part.text, ...options(part.provider) }];
    case "call": {
      const { id, name, input, provider } = part.call;
      const toolName = toAcceptedName(name);
      return [{ type: "tool-call", toolCallId: ids.forCall(id), toolName, input: copyOf(input), ...options(provider) }];
    }
    case "file":
    case "result":
      return [];
  }
}

/** A provider may change what it is given, and the transcript is used again. */
function copyOf(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) {
    // An assignment would change what the copy inherits from.
    if (key === "__proto__") Object.defineProperty(copy, key, { ...ownField, value: copyOf(item) });
    else copy[key] = copyOf(item);
  }
  return copy;
}

const ownField = { enumerable: true, configurable: true, writable: true } as const;

/** Providers refuse reasoning that no other part follows, as when a reply reached its limit. */
function withoutTrailingReasoning(content: readonly AssistantPart[]): AssistantPart[] {
  return content.slice(0, content.findLastIndex(({ type }) => type !== "reasoning") + 1);
}

function resultMessage({ result }: Extract<Part, { type: "result" }>, ids: CallIds): LanguageModelV4Message {
  const type = result.status === "error" ? "error-text" : "text";
  // Providers refuse an empty error.
  const value = isBlank(result.text) ? "(no output)" : result.text.toWellFormed();
  return {
    role: "tool",
    content: [
      {
        type: "tool-result",
        toolCallId: ids.forResult(result.callId),
        toolName: toAcceptedName(result.name),
        output: { type, value },
      },
    ],
  };
}

/** Models call tools by names that no provider accepts in a prompt, such as `functions.search`. */
function toAcceptedName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unknown";
}

function options(provider: ProviderData | undefined) {
  // The metadata that a provider sends is returned to it as options, in the same shape.
  return provider && { providerOptions: structuredClone(provider) as never };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
