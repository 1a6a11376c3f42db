import { runInNewContext } from "node:vm";
import { parentPort } from "node:worker_threads";
import type { Json, JsonObject } from "@askback/core";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";

/** The thread of `schema-checks.ts`: one check for each message. */
export interface SchemaCheck {
  readonly schema: JsonObject;
  readonly input: Json;
}

/** Why an input does not fit its schema, or why the schema cannot be used. */
export interface SchemaMisfit {
  readonly of: "input" | "schema";
  readonly reason: string;
}

/** The misfit is absent where the input fits. */
export interface SchemaReply {
  readonly misfit?: SchemaMisfit;
}

/** Reports all errors; it compiles no code from schemas, which are of tools and programs elsewhere. */
const validator = new CfWorkerJsonSchemaValidator({ shortcircuit: false });

/** A pattern of a hostile schema could take years. */
const timeLimitMs = 1_000;
const maxReasonLength = 1_000;

parentPort?.on("message", (check: SchemaCheck) => {
  const misfit = misfitOf(check);
  parentPort?.postMessage((misfit ? { misfit } : {}) satisfies SchemaReply);
});

function misfitOf({ schema, input }: SchemaCheck): SchemaMisfit | undefined {
  const check = () => validator.getValidator(schema)(input);
  try {
    const checked: ReturnType<typeof check> = runInNewContext("check()", { check }, { timeout: timeLimitMs });
    return checked.valid ? undefined : { of: "input", reason: cut(checked.errorMessage ?? "it does not fit") };
  } catch (error) {
    return { of: "schema", reason: cut(error instanceof Error ? error.message : String(error)) };
  }
}

function cut(text: string): string {
  return text.length <= maxReasonLength ? text : `${text.slice(0, maxReasonLength).toWellFormed()}...`;
}
