import { type CommandOf, err, type InquiryRecord, ok, type Result } from "@askback/core";
import type { Problem } from "../problems/problem.ts";
import { refusalProblem } from "../problems/refusal-problem.ts";
import type { AppContext } from "../route.ts";
import type { SchemaChecks } from "./schema-checks.ts";

/**
 * The command that answers with a changed input, if that fits the recorded schema. It names the revision of that schema, so
 * that an amendment in between refuses it.
 */
export async function checkEdit(
  checks: SchemaChecks,
  context: AppContext,
  { id, approval, revision }: InquiryRecord,
  command: CommandOf<"answer">,
): Promise<Result<CommandOf<"answer">, Problem>> {
  const { input } = command.set;
  // The core refuses a change that is not allowed at all.
  if (input === undefined || !approval?.editable) return ok(command);
  const checked = await checks.misfit(context, { schema: approval.editable.schema, input });
  if (!checked.ok) return checked;
  if (!checked.value) return ok({ ...command, revision: command.revision ?? revision });
  const { of, reason } = checked.value;
  const problem = of === "schema" ? `it cannot be checked against the schema: ${reason}` : reason;
  return err(refusalProblem({ code: "answer-misfit", inquiryId: id, reason: `input: ${problem}` }));
}
