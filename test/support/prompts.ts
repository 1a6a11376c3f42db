import { existsSync, readFileSync } from "node:fs";
import type { Prompt } from "./puppet.ts";

/** What a model read, in short: a result by its call's id and kind, or what a person wrote. */
export type Told =
  | { readonly result: string; readonly kind: string; readonly text: string }
  | { readonly person: string };

/** Every prompt that the puppets of a server were sent, oldest first. */
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

/** What stands in a prompt after the model's own last words. */
export function toldIn(prompt: Prompt): Told[] {
  const since = prompt.slice(prompt.findLastIndex(({ role }) => role === "assistant") + 1);
  return since.flatMap((message): Told[] => {
    if (message.role === "user") return [{ person: textOf(message.content) }];
    if (message.role !== "tool") return [];
    return message.content.flatMap((part) => {
      if (part.type !== "tool-result") return [];
      const { type, value } = part.output as { type: string; value: string };
      return [{ result: part.toolCallId, kind: type, text: value }];
    });
  });
}

/** Calls of a prompt that are not followed, before anybody speaks again, by exactly one result. */
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
