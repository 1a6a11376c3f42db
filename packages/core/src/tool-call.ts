import type { Json } from "./json.ts";

/** What a provider wants back unchanged with a part of its reply, such as a signature. */
export type ProviderData = { readonly [provider: string]: { readonly [key: string]: Json } };

/** A tool call as the model made it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  /** Why the input could not be read as JSON; `input` is then empty. */
  readonly unreadable?: string;
  readonly provider?: ProviderData;
}

/** The one result that a call gets, in the words the model reads. */
export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  readonly status: "ok" | "error" | "not-run";
  readonly text: string;
}
