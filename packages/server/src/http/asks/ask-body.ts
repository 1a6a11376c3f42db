import {
  approvalAsk,
  type CommandOf,
  canonicalAudience,
  canonicalEscalation,
  contractByName,
  type Editable,
  err,
  type InquiryRecord,
  type Json,
  type JsonObject,
  ok,
  type Question,
  quorumAudience,
  type Result,
} from "@askback/core";
import type * as wire from "@askback/core/wire";
import { maxSchemaLength } from "../../runtime/tool/editable.ts";
import type { SchemaChecks } from "../edits/schema-checks.ts";
import { invalidRequest, type Problem } from "../problems/problem.ts";
import type { AppContext } from "../route.ts";
import type { AskContent } from "./ask-fingerprint.ts";

/** What a request asks and whom, or the problem that says what is wrong with it. */
export async function readAsk(
  checks: SchemaChecks,
  request: AppContext,
  body: wire.AskInquiry,
): Promise<Result<AskContent, Problem>> {
  const asked = await readContent(checks, request, body);
  if (!asked.ok) return asked;
  const { quorum, approval } = body;
  if (quorum !== undefined && !approval) return refuse("only an `approval` has a quorum", "quorum");
  if (quorum !== undefined && approval?.editable)
    return refuse("what several people allow cannot be changed by one of them: leave out `editable`", "quorum");
  const { channels, escalation, onDeadline, deadline, deadlineInMs } = body;
  if (deadline !== undefined && deadlineInMs !== undefined) return refuse("give one deadline", "deadlineInMs");
  if (onDeadline && deadline === undefined && deadlineInMs === undefined)
    return refuse("there is no `deadline`", "onDeadline");
  const rules = typeof quorum === "number" ? [{ count: quorum }] : quorum;
  const { audience = rules && quorumAudience(rules) } = body;
  return ok({
    ...asked.value,
    ...(audience && { audience: canonicalAudience(audience) }),
    ...(rules && { quorum: { rules, excludes: [] } }),
    ...(channels && { channels }),
    ...(escalation && escalation.length > 0 && { escalation: canonicalEscalation(escalation) }),
    ...(onDeadline && { onDeadline }),
  });
}

async function readContent(
  checks: SchemaChecks,
  request: AppContext,
  body: wire.AskInquiry,
): Promise<Result<AskContent, Problem>> {
  const { approval, context, question, questions } = body;
  const given = [approval, question, questions].filter((form) => form !== undefined);
  if (given.length !== 1) return refuse("give exactly one of `question`, `questions` and `approval`");
  if (question === undefined && hasQuestionFields(body)) return refuse(fieldsWithoutQuestion);
  if (approval) {
    const problem = await editableProblem(checks, request, approval);
    return problem ? err(problem) : ok({ ...approvalAsk(toGatedCall(approval)), ...(context && { context }) });
  }
  return readQuestions({ questions: questions ?? [questionOf(body)], context });
}

/** What a request changes in an inquiry. The fields of one question change the only question that it has. */
export async function readChange(
  checks: SchemaChecks,
  request: AppContext,
  { approval: asked, questions: before }: InquiryRecord,
  body: wire.AmendInquiry,
): Promise<Result<CommandOf<"amend">["inquiry"], Problem>> {
  const { approval, context, deadline, question, questions } = body;
  const rest = {
    ...(context !== undefined && { context }),
    ...(deadline !== undefined && { deadline: deadline === null ? null : Date.parse(deadline) }),
  };
  const changesOne = question !== undefined || hasQuestionFields(body);
  if ((asked !== undefined && (changesOne || questions)) || (!asked && approval))
    return refuse("an approval stays one, and a question stays a question");
  if (approval) {
    const problem = await editableProblem(checks, request, approval);
    if (problem) return err(problem);
    const { questions: shown, approval: call } = approvalAsk(toGatedCall(approval));
    return ok({ ...rest, questions: shown, ...(call && { approval: call }) });
  }
  if (!changesOne && !questions) return ok(rest);
  const [only, ...others] = before;
  if (changesOne && (questions || others.length > 0 || !only)) return refuse(fieldsWithoutQuestion);
  const changed = changesOne && only ? [{ ...inputOf(only), ...questionOf(body) }] : questions;
  const read = readQuestions({ questions: changed });
  return read.ok ? ok({ ...rest, questions: read.value.questions }) : read;
}

function refuse(message: string, ...path: readonly string[]): Result<never, Problem> {
  return err(invalidRequest("body", [{ path, message }]));
}

const fieldsWithoutQuestion =
  "`header`, `options`, `multiSelect`, `ownWords` and `secret` are those of one `question`; put them into each of `questions`";

function hasQuestionFields(body: wire.AskInquiry | wire.AmendInquiry): boolean {
  const { header, options, multiSelect, ownWords, secret } = body;
  return [header, options, multiSelect, ownWords, secret].some((field) => field !== undefined);
}

/** The fields of one question that the body gives. */
function questionOf(body: wire.AskInquiry | wire.AmendInquiry) {
  const { question, header, options, multiSelect, ownWords, secret } = body;
  return {
    ...(question !== undefined && { question }),
    ...(header !== undefined && { header }),
    ...(options !== undefined && { options }),
    ...(multiSelect !== undefined && { multiSelect }),
    ...(ownWords !== undefined && { ownWords }),
    ...(secret !== undefined && { secret }),
  };
}

/** A question as it could have been asked. */
function inputOf({ id: _, text, options, ...question }: Question) {
  return {
    ...question,
    question: text,
    options: options.map(({ id: _id, recommended, ...option }) => ({
      ...option,
      ...(recommended && { recommended: recommended.reason ?? true }),
    })),
  };
}

function readQuestions(input: object): Result<Pick<AskContent, "contract" | "questions" | "context">, Problem> {
  const contract = contractByName("external");
  // Fields without a value are left out.
  const read = contract.read(JSON.parse(JSON.stringify(input)));
  if (!read.ok) return err({ ...askInvalid, detail: read.error });
  const { questions, context } = read.value;
  return ok({ contract: contract.name, questions, ...(context !== undefined && { context }) });
}

const askInvalid: Problem = {
  status: 422,
  code: "ask-invalid",
  title: "This cannot be asked",
  hint: "Nothing was asked. Correct what `detail` names and ask again.",
};

/** What is wrong with a call that people may change: a schema that cannot be used is refused here, not when somebody answers. */
async function editableProblem(
  checks: SchemaChecks,
  request: AppContext,
  { input, editable }: GivenCall,
): Promise<Problem | undefined> {
  if (!editable) return undefined;
  const schemaPath = ["approval", "editable", "schema"];
  if (JSON.stringify(editable.schema).length > maxSchemaLength)
    return invalidRequest("body", [
      { path: schemaPath, message: `allows at most ${maxSchemaLength} characters as JSON` },
    ]);
  const checked = await checks.misfit(request, { schema: editable.schema as JsonObject, input: input as Json });
  if (!checked.ok) return checked.error;
  const misfit = checked.value;
  if (!misfit) return undefined;
  return misfit.of === "schema"
    ? invalidRequest("body", [{ path: schemaPath, message: `cannot be used: ${misfit.reason}` }])
    : invalidRequest("body", [{ path: ["approval", "input"], message: `does not fit the schema: ${misfit.reason}` }]);
}

type GivenCall = NonNullable<wire.AskInquiry["approval"]>;

function toGatedCall({
  tool,
  input,
  presentation,
  editable,
  singleUse,
}: GivenCall): NonNullable<AskContent["approval"]> {
  return {
    tool,
    input: input as Json,
    ...(presentation && { presentation }),
    ...(editable && { editable: editable as Editable }),
    ...(singleUse && { singleUse }),
  };
}
