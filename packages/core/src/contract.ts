import type { Inquiry } from "./inquiry.ts";
import type { Json } from "./json.ts";
import type { Question } from "./question.ts";
import type { Resolution } from "./resolution.ts";
import type { Result } from "./result.ts";
import type { Todo } from "./todo.ts";
import type { ToolResult } from "./tool-call.ts";

/** One model-facing form of the ask tool, as a value: the runtime never asks for its name. */
export interface Contract {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly [key: string]: Json };
  /** The questions of a call, or the words that tell the model what is wrong. */
  read(input: Json): Result<Reading, string>;
  /**
   * What becomes of the other calls of a step that asks: they go on after the answer; they run before all asks of the
   * step, of which the last counts; there must be none; or those that come later are not run.
   */
  readonly turn: "in-order" | "asks-last" | "alone" | "ends-step";
  /** Whether the run that asked goes on with the answer, or a new one linked to it. */
  readonly goesOn: "same-run" | "new-run";
  /** What stands between the parts of an answer to one question. */
  readonly join: string;
  readonly delivery: Delivery;
}

export interface Reading {
  readonly questions: readonly Question[];
  /** What to know before answering, as markdown. */
  readonly context?: string;
  /** What was repaired on the way. */
  readonly warnings: readonly string[];
}

/** How a resolution reaches the model. */
export interface Delivery {
  /** What the call is told at once; without it the call waits for the resolution. */
  asked?(inquiry: Inquiry): Words;
  /** What the model is told of a resolution, or undefined when a person's message says it all. */
  resolved(inquiry: Inquiry, resolution: Resolution, todos: readonly Todo[]): Told | undefined;
}

export type Words = Pick<ToolResult, "status" | "text">;

/** The result of the call, a message of its own, or leave for the call to run. */
export type Told =
  | ({ readonly as: "result" } & Words)
  | { readonly as: "message"; readonly text: string; readonly visibility?: "model" }
  | { readonly as: "permission"; readonly remark?: string };
