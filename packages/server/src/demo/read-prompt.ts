import type { LanguageModelV4Prompt } from "@ai-sdk/provider";

/** The messages since the last reply of the model. */
export interface LatestTurn {
  /** The results of its last calls, by tool name. */
  readonly results: ReadonlyMap<string, string>;
  /** The last user message since then. */
  readonly message: string | undefined;
}

export function readLatestTurn(prompt: LanguageModelV4Prompt): LatestTurn {
  const since = prompt.slice(prompt.findLastIndex(({ role }) => role === "assistant") + 1);
  const results = new Map<string, string>();
  for (const message of since)
    if (message.role === "tool")
      for (const part of message.content)
        if (part.type === "tool-result" && (part.output.type === "text" || part.output.type === "error-text"))
          results.set(part.toolName, part.output.value);
  return { results, message: readLastMessage(since) };
}

/** The text of the last user message. */
export function readLastMessage(prompt: LanguageModelV4Prompt): string | undefined {
  const message = prompt.findLast(({ role }) => role === "user");
  return message?.role === "user"
    ? message.content.map((part) => (part.type === "text" ? part.text : "")).join(" ")
    : undefined;
}

export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
