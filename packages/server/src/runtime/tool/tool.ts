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
  if (!toolName.test(name)) throw new Error(`the tool name "${name}" must be 1-64 letters, digits, "_" or "-"`);
  if (typeof run !== "function") throw new Error(`the tool "${name}": run is missing: give a function`);
  return {
    name,
    description,
    inputSchema: inputSchemaOf(name, schema),
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

/** What every provider takes as the name of a tool. */
export const toolName = /^[A-Za-z0-9_-]{1,64}$/;

/** Providers take a schema only if it says that it is an object, and some only if it lists properties. */
export function objectSchema(schema: Tool["inputSchema"]): Tool["inputSchema"] {
  return { ...schema, type: "object", properties: schema.properties ?? {} };
}

function inputSchemaOf(name: string, schema: z.ZodType | undefined): Tool["inputSchema"] {
  if (schema === undefined) throw new Error(`the tool "${name}": input is missing: give a zod object`);
  if (typeof schema.safeParseAsync !== "function") throw new Error(`the tool "${name}": input must be a zod object`);
  let written: Tool["inputSchema"];
  try {
    written = z.toJSONSchema(schema, { io: "input" }) as Tool["inputSchema"];
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the input of the tool "${name}" cannot be described to a model: ${why}`, { cause });
  }
  if (written.type !== "object")
    throw new Error(`the input of the tool "${name}" must be an object at the top: wrap it in z.object({ ... })`);
  return objectSchema(written);
}

function textOf(output: unknown): string {
  if (output === undefined) return "done";
  if (typeof output === "string") return output;
  try {
    return JSON.stringify(output, (_, value) => (typeof value === "bigint" ? String(value) : value)) ?? String(output);
  } catch {
    // It has run all the same, and must not look as if it had failed.
    return "done (its output cannot be written as JSON)";
  }
}
