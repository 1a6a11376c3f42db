import { existsSync, readFileSync } from "node:fs";
import type { Prompt } from "./prompt-scripted-model.ts";

/** A message to a model, in short: the result of a call, or the text of a person. */
export type NewMessage =
  | { readonly result: string; readonly kind: string; readonly text: string }
  | { readonly person: string };

/** Every prompt that the models of a server were sent, oldest first. */
export function promptsIn(file: string): Prompt[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Prompt);
}

export function firstMessageOf(prompt: Prompt): string {
  const first = prompt.find(({ role }) => role === "user");
  return first?.role === "user" ? textOf(first.content) : "";
}

/** The messages of a prompt after the model's last reply. */
export function newMessagesIn(prompt: Prompt): NewMessage[] {
  const since = prompt.slice(prompt.findLastIndex(({ role }) => role === "assistant") + 1);
  return since.flatMap((message): NewMessage[] => {
    if (message.role === "user") return [{ person: textOf(message.content) }];
    if (message.role !== "tool") return [];
    return message.content.flatMap((part) => {
      if (part.type !== "tool-result") return [];
      const { type, value } = part.output as { type: string; value: string };
      return [{ result: part.toolCallId, kind: type, text: value }];
    });
  });
}

/** Calls of a prompt that have not exactly one result before the next message. */
export function unpairedCalls(prompt: Prompt): string[] {
  const faults: string[] = [];
  let open = new Set<string>();
  for (const message of prompt) {
    if (message.role === "tool") {
      for (const part of message.content)
        if (part.type === "tool-result" && !open.delete(part.toolCallId))
          faults.push(`${part.toolCallId} has a result too many`);
      continue;
    }
    faults.push(...[...open].map((id) => `${id} has no result`));
    open = new Set();
    if (message.role !== "assistant") continue;
    for (const part of message.content) if (part.type === "tool-call") open.add(part.toolCallId);
  }
  return [...faults, ...[...open].map((id) => `${id} has no result`)];
}

function textOf(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.map((part) => part.text ?? "").join("");
}
