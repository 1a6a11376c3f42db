import { runInNewContext } from "node:vm";
import {
  type CommandOf,
  err,
  type InquiryRecord,
  type Json,
  type JsonObject,
  ok,
  type Refusal,
  type Result,
} from "@askback/core";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";

/** Reports all errors; it compiles no code from schemas, which are of tools and programs elsewhere. */
const validator = new CfWorkerJsonSchemaValidator({ shortcircuit: false });

/** A pattern of a hostile schema could take years. */
const timeLimitMs = 1_000;
const longestReason = 1_000;

/** Why an input does not fit the JSON schema of its tool; undefined if it fits. */
export function inputMisfit(schema: JsonObject, input: Json): string | undefined {
  const check = () => validator.getValidator(schema)(input);
  try {
    const checked: ReturnType<typeof check> = runInNewContext("check()", { check }, { timeout: timeLimitMs });
    return checked.valid ? undefined : cut(checked.errorMessage ?? "it does not fit");
  } catch (error) {
    return `it cannot be checked against the schema: ${cut(error instanceof Error ? error.message : String(error))}`;
  }
}

function cut(text: string): string {
  return text.length <= longestReason ? text : `${text.slice(0, longestReason).toWellFormed()}...`;
}

/**
 * The command that answers with a changed input, if that fits the recorded schema. It names the revision of that schema, so
 * that an amendment in between refuses it.
 */
export function checkEdit(
  { id, approval, revision }: InquiryRecord,
  command: CommandOf<"answer">,
): Result<CommandOf<"answer">, Refusal> {
  const { input } = command.set;
  // The core refuses a change that is not allowed at all.
  if (input === undefined || !approval?.editable) return ok(command);
  const misfit = inputMisfit(approval.editable.schema, input);
  if (misfit !== undefined) return err({ code: "answer-misfit", inquiryId: id, reason: `input: ${misfit}` });
  return ok({ ...command, revision: command.revision ?? revision });
}
