import type { Json } from "@askback/core";

/**
 * A schema of zod, arktype, valibot or any other library that implements Standard Schema (https://standardschema.dev) and can
 * describe itself as JSON Schema. Its types are written here, so that ours need no library.
 */
export interface InputSchema<Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
    };
  };
}

type Validated<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type Parsed<Output> = { readonly ok: true; readonly value: Output } | { readonly ok: false; readonly problems: string };

/** The input as the tool gets it, or what is wrong with it, in words for the model. */
export async function parseInput<Output>(schema: InputSchema<Output>, input: Json): Promise<Parsed<Output>> {
  const validated = await schema["~standard"].validate(input);
  if (validated.issues) return { ok: false, problems: validated.issues.map(issueText).join("\n") };
  return { ok: true, value: validated.value };
}

function issueText({ message, path = [] }: Issue): string {
  const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
  return keys.length === 0 ? `✖ ${message}` : `✖ ${message}\n  → at ${keys.join(".")}`;
}

/** How the schema is described to a model. Throws if it cannot be, with the name of the tool. */
export function toJsonSchema(tool: string, schema: InputSchema<unknown> | undefined): { readonly [key: string]: Json } {
  const example = "such as z.object({ ... }) of zod";
  if (schema === undefined) throw new Error(`the tool "${tool}": input is missing: give a schema, ${example}`);
  const standard = schema["~standard"];
  if (standard === undefined) throw new Error(`the tool "${tool}": input must be a Standard Schema, ${example}`);
  if (standard.jsonSchema === undefined)
    throw new Error(
      `the input of the tool "${tool}" cannot be described to a model: this schema of ${standard.vendor} has no JSON Schema. Use zod 4.2 or later, arktype, or toStandardJsonSchema of @valibot/to-json-schema`,
    );
  let described: Record<string, unknown>;
  try {
    described = standard.jsonSchema.input({ target: "draft-2020-12" });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the input of the tool "${tool}" cannot be described to a model: ${why}`, { cause });
  }
  if (described.type !== "object") throw new Error(`the input of the tool "${tool}" must be an object at the top`);
  return described as { readonly [key: string]: Json };
}
