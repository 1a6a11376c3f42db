import type { Json } from "@askback/core";
import * as z from "zod";

/** What a tool gets beside its input. */
export interface ToolContext {
  readonly conversationId: string;
  readonly callId: string;
  /** Aborts when the run is stopped or the time limit is reached. */
  readonly signal: AbortSignal;
}

/** A tool that agents can be given. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly [key: string]: Json };
  /** Safe to run again when a crash left it unknown whether it ran. */
  readonly repeatable: boolean;
  readonly timeoutMs?: number;
  run(input: Json, context: ToolContext): Promise<ToolOutput>;
}

export interface ToolOutput {
  readonly ok: boolean;
  readonly text: string;
}

export interface ToolDefinition<Input extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly repeatable?: boolean;
  readonly timeoutMs?: number;
  /** Returns text, or a value that the model reads as JSON. */
  run(input: z.output<Input>, context: ToolContext): unknown;
}

/** A tool written in code. Its input is checked against the schema before it runs. */
export function defineTool<Input extends z.ZodType>(definition: ToolDefinition<Input>): Tool {
  const { name, description, input: schema, repeatable = false, timeoutMs, run } = definition;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
    throw new Error(`the tool name "${name}" must be 1-64 letters, digits, "_" or "-"`);
  return {
    name,
    description,
    inputSchema: z.toJSONSchema(schema, { io: "input" }) as Tool["inputSchema"],
    repeatable,
    ...(timeoutMs !== undefined && { timeoutMs }),
    async run(input, context) {
      const parsed = await schema.safeParseAsync(input);
      if (!parsed.success)
        return {
          ok: false,
          text: `Invalid input: ${z.prettifyError(parsed.error)}\nCorrect this and call ${name} again.`,
        };
      return { ok: true, text: textOf(await run(parsed.data, context)) };
    },
  };
}

function textOf(output: unknown): string {
  if (output === undefined) return "done";
  return typeof output === "string" ? output : JSON.stringify(output);
}
