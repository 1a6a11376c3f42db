import type { Presentation } from "./presentation.ts";

/** A value that can be stored and sent as JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A provider wants this back unchanged with a part of its reply, such as a signature. */
export type ProviderData = { readonly [provider: string]: { readonly [key: string]: Json } };

/** A tool as it is described to a model. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly [key: string]: Json };
}

/** A tool call as the model made it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  /** Why the input could not be read as JSON; `input` is then empty. */
  readonly unreadable?: string;
  readonly provider?: ProviderData;
  /** How people are shown the input, where the call is gated and its tool says so. */
  readonly presentation?: Presentation;
  /** Set where the call is gated and its definition lets people change the input. */
  readonly editable?: Editable;
}

/** That people may change the input of a gated call. */
export interface Editable {
  /** The JSON schema of the tool, which the changed input must fit. */
  readonly schema: JsonObject;
}

export const toolResultStatuses = ["ok", "error", "not-run"] as const;

/** The result of a call, as the model reads it. Each call gets exactly one. */
export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  readonly status: (typeof toolResultStatuses)[number];
  readonly text: string;
  /** The permission that this person gave let the call run. */
  readonly allowedBy?: string;
}
