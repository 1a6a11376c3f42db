import type { Json } from "@askback/core";
import { type InputSchema, parseInput, toJsonSchema } from "./input-schema.ts";
import { type Presenter, presentInput } from "./presenter.ts";

/** Passed to a tool beside its input. */
export interface ToolContext {
  readonly conversationId: string;
  readonly callId: string;
  /** Aborts when the run is stopped or the time limit is reached. */
  readonly signal: AbortSignal;
  /**
   * What a person typed as a secret in this conversation, by the handle that the model has. It rejects for any other handle,
   * and what it returned is masked in the tool's result.
   */
  secret(handle: string): Promise<string>;
}

/** A tool of this server. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly [key: string]: Json };
  /** Whether it may run again when a crash left it unknown whether it ran. */
  readonly repeatable: boolean;
  readonly timeoutMs?: number;
  run(input: Json, context: ToolContext): Promise<ToolOutput>;
  /** What people are shown of an input before it runs. It may throw, and its result is checked. */
  present?(input: Json): Promise<unknown>;
}

export interface ToolOutput {
  readonly ok: boolean;
  readonly text: string;
}

export interface ToolDefinition<Input> {
  readonly name: string;
  readonly description: string;
  /** A schema of zod, arktype or valibot. */
  readonly input: InputSchema<Input>;
  readonly repeatable?: boolean;
  readonly timeoutMs?: number;
  /** How people are shown an input that needs their approval. */
  readonly present?: Presenter<Input>;
  /** Returns text, or a value that the model reads as JSON. */
  run(input: Input, context: ToolContext): unknown;
}

/** A tool written in code. Its input is checked against the schema before it runs. */
export function defineTool<Input>(definition: ToolDefinition<Input>): Tool {
  const { name, description, input: schema, repeatable = false, timeoutMs, present, run } = definition;
  if (!toolNamePattern.test(name)) throw new Error(`the tool name "${name}" must be 1-64 letters, digits, "_" or "-"`);
  if (typeof run !== "function") throw new Error(`the tool "${name}": run is missing: give a function`);
  return {
    name,
    description,
    inputSchema: toObjectSchema(toJsonSchema(name, schema)),
    repeatable,
    ...(timeoutMs !== undefined && { timeoutMs }),
    async run(input, context) {
      const parsed = await parseInput(schema, input);
      if (!parsed.ok)
        return { ok: false, text: `Invalid input: ${parsed.problems}\nCorrect this and call ${name} again.` };
      return { ok: true, text: toText(await run(parsed.value, context)) };
    },
    ...(present && {
      async present(input: Json) {
        const parsed = await parseInput(schema, input);
        if (!parsed.ok) throw new Error(parsed.problems);
        return presentInput(present, parsed.value);
      },
    }),
  };
}

/** Tool names that every provider accepts. */
export const toolNamePattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Providers require the type `object`, and some also require properties. */
export function toObjectSchema(schema: Tool["inputSchema"]): Tool["inputSchema"] {
  return { ...schema, type: "object", properties: schema.properties ?? {} };
}

function toText(output: unknown): string {
  if (output === undefined) return "done";
  if (typeof output === "string") return output;
  try {
    return JSON.stringify(output, (_, value) => (typeof value === "bigint" ? String(value) : value)) ?? String(output);
  } catch {
    // The tool did run, so this must not look like a failure.
    return "done (its output cannot be written as JSON)";
  }
}
