import type * as wire from "@askback/core/wire";
import type { TerminalSettings } from "../settings/terminal-settings.ts";
import type { Resolving } from "./card/form.ts";
import type { LineReader } from "./lines/line-reader.ts";

/** A question that the person at the terminal can answer until it is closed. */
export interface Prompt {
  /** Whether they sent an answer, or left. */
  readonly ended: Promise<"sent" | "left">;
  /** The inquiry has changed: it is shown anew, and what was written stays. */
  update(inquiry: wire.Inquiry): void;
  /** Somebody else was first, or nobody waits any more. */
  close(): Promise<void>;
}

export interface PromptOptions {
  readonly inquiry: wire.Inquiry;
  readonly terminal: TerminalSettings;
  /** What reads lines, where somebody else reads from it before and after; it is not closed. */
  readonly reader?: LineReader | undefined;
  /** The time by the server's clock. */
  now(): number;
  /** Sends what the person decided; returns why it was refused, for them to read. */
  send(resolving: Resolving): Promise<string | undefined>;
}

/** Asks in the way that fits the terminal. What draws is loaded only when it is needed. */
export async function openPrompt(options: PromptOptions): Promise<Prompt> {
  if (options.terminal.isLineByLine || !options.terminal.isInteractive) {
    const { openLinePrompt } = await import("./lines/line-prompt.ts");
    return openLinePrompt(options);
  }
  const { openCard } = await import("./card/open-card.ts");
  return openCard(options);
}
