import type { LanguageModelV4Prompt } from "@ai-sdk/provider";

/** What a demo's script sees of its conversation since it spoke last. */
export interface Latest {
  /** Results of its last calls, by the name of the tool. */
  readonly results: ReadonlyMap<string, string>;
  /** The last thing that came as a user's message, if any came since. */
  readonly message: string | undefined;
}

export function latestOf(prompt: LanguageModelV4Prompt): Latest {
  const since = prompt.slice(prompt.findLastIndex(({ role }) => role === "assistant") + 1);
  const results = new Map<string, string>();
  for (const message of since)
    if (message.role === "tool")
      for (const part of message.content)
        if (part.type === "tool-result" && (part.output.type === "text" || part.output.type === "error-text"))
          results.set(part.toolName, part.output.value);
  return { results, message: lastMessage(since) };
}

/** The text of the last user's message. */
export function lastMessage(prompt: LanguageModelV4Prompt): string | undefined {
  const message = prompt.findLast(({ role }) => role === "user");
  return message?.role === "user"
    ? message.content.map((part) => (part.type === "text" ? part.text : "")).join(" ")
    : undefined;
}

export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
