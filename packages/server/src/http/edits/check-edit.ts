import { type CommandOf, err, type InquiryRecord, ok, type Refusal, type Result } from "@askback/core";
import type { SchemaChecks } from "./schema-checks.ts";

/**
 * The command that answers with a changed input, if that fits the recorded schema. It names the revision of that schema, so
 * that an amendment in between refuses it.
 */
export async function checkEdit(
  checks: SchemaChecks,
  { id, approval, revision }: InquiryRecord,
  command: CommandOf<"answer">,
): Promise<Result<CommandOf<"answer">, Refusal>> {
  const { input } = command.set;
  // The core refuses a change that is not allowed at all.
  if (input === undefined || !approval?.editable) return ok(command);
  const misfit = await checks.misfit({ schema: approval.editable.schema, input });
  if (!misfit) return ok({ ...command, revision: command.revision ?? revision });
  const { of, reason } = misfit;
  const problem = of === "schema" ? `it cannot be checked against the schema: ${reason}` : reason;
  return err({ code: "answer-misfit", inquiryId: id, reason: `input: ${problem}` });
}
