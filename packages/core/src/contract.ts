import type { Inquiry } from "./inquiry.ts";
import type { Json } from "./json.ts";
import type { Question } from "./question.ts";
import type { Resolution } from "./resolution.ts";
import type { Result } from "./result.ts";
import type { ToolCall, ToolResult } from "./tool-call.ts";

/** One model-facing form of the ask tool, as a value: the runtime never asks for its name. */
export interface Contract {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly [key: string]: Json };
  /** The questions of a call, or the words that tell the model what is wrong. */
  read(input: Json): Result<Reading, string>;
  readonly delivery: Delivery;
}

export interface Reading {
  readonly questions: readonly Question[];
  /** What was repaired on the way. */
  readonly warnings: readonly string[];
}

/** How a resolution reaches the model. */
export interface Delivery {
  resultOf(call: ToolCall, inquiry: Inquiry, resolution: Resolution): ToolResult;
}
