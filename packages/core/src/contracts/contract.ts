import type { Todo } from "../model/conversation.ts";
import type { Inquiry } from "../model/inquiry.ts";
import type { Question } from "../model/question.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Result } from "../model/result.ts";
import type { Json, ToolResult, ToolSpec } from "../model/tool-call.ts";

/** One form of the ask tool, as data: the rest of the code reads these fields and never compares names. */
export interface Contract extends ToolSpec {
  /** The questions of a call, or the text that tells the model what is wrong with its input. */
  read(input: Json): Result<Ask, string>;
  /**
   * What happens to the other calls of a step that asks.
   * - `in-order`: the calls after the ask run after the answer.
   * - `asks-last`: all other calls run first; of several asks only the last is shown.
   * - `alone`: the ask is refused if the step has other calls.
   * - `ends-step`: the calls after the ask are not run.
   */
  readonly turn: "in-order" | "asks-last" | "alone" | "ends-step";
  /** Whether the run that asked continues with the answer, or a new run that is linked to it. */
  readonly resumesIn: "same-run" | "new-run";
  /** The separator between the parts of an answer to one question. */
  readonly join: string;
  readonly delivery: Delivery;
}

/** What a valid call asks. */
export interface Ask {
  readonly questions: readonly Question[];
  /** What to know before answering, as markdown. */
  readonly context?: string;
  /** What was repaired in the input. */
  readonly warnings: readonly string[];
}

/** How the model learns of a resolution. */
export interface Delivery {
  /** The result that the call gets at once; without this the call waits for the resolution. */
  asked?(inquiry: Inquiry): Pick<ToolResult, "status" | "text">;
  /** What the model reads about a resolution; undefined where a person's message already says it. */
  resolved(inquiry: Inquiry, resolution: Resolution, todos: readonly Todo[]): ModelNotice | undefined;
}

/** A notice to the model: the result of the call, a message, or permission for the call to run. */
export type ModelNotice =
  | ({ readonly as: "result" } & Pick<ToolResult, "status" | "text">)
  | { readonly as: "message"; readonly text: string; readonly visibility?: "model" }
  /** `remembers` says that later calls of the tool may run too. */
  | { readonly as: "permission"; readonly remark?: string; readonly remembers?: true };
