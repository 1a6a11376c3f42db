import { answerText, contractByName, type InquiryRecord, notificationIdOf, type RunRecord } from "@askback/core";
import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { visibilityFilter } from "../access/principal.ts";
import type { ResolveResult } from "../commands.ts";
import type { SearchTurns } from "../limits/search-turns.ts";
import { readIdempotencyKey } from "../middleware/idempotency.ts";
import type { Outcome } from "../outcome.ts";
import { invalidRequest, problemBody, problems } from "../problems/problem.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import { PageQuery } from "../schemas.ts";
import { type Services, visibleConversation, visibleInquiry } from "../services.ts";
import { toIsoTime } from "../views.ts";
import { answerByText, shownQuestions, splitAnswerText } from "./inquiry-text.ts";

const common = { tag: "Compat: projects API", method: "get", scope: "any", status: 200 } as const;
const id = z.string().max(80);
const statuses = ["pending", "answered", "expired", "cancelled"] as const;
type Status = (typeof statuses)[number];

const statusByInquiryStatus: Readonly<Record<InquiryRecord["status"], Status>> = {
  open: "pending",
  held: "answered",
  answered: "answered",
  "answered-in-chat": "answered",
  delegated: "answered",
  expired: "expired",
  declined: "cancelled",
  dismissed: "cancelled",
  superseded: "cancelled",
  withdrawn: "cancelled",
};

const QuestionView = z.object({
  id: z.string(),
  runId: z.string().optional().openapi({ description: "Absent where the agent runs elsewhere" }),
  agentId: z.string(),
  projectId: z.string(),
  question: z.string(),
  options: z.array(z.object({ label: z.string(), value: z.string(), description: z.string().optional() })),
  response: z.string().nullable(),
  respondedBy: z.string().nullable(),
  respondedAt: z.string().nullable(),
  status: z.enum(statuses),
  resolution: z.enum(wire.resolutionTypes).nullable(),
  notificationId: z.string().nullable().openapi({ description: "Null where it was superseded before anybody saw it" }),
  createdAt: z.string(),
  updatedAt: z.string(),
});
type QuestionView = wire.ResponseBody<typeof QuestionView>;

const RunView = z.object({
  id: z.string(),
  agentId: z.string(),
  status: z.string(),
  stepCount: z.int(),
  resumedFrom: z.string().nullable(),
  summary: z.object({ reason: z.string(), question_id: z.string().optional() }).nullable(),
});

const Continued = z.object({ runId: z.string().optional() });
const Conflict = wire.Problem.extend({ question: QuestionView }).meta({ id: "QuestionConflict" });

/** The projects API: the questions and runs of a project. */
export function addProjectsApi(app: App, services: Services, searches: SearchTurns): void {
  const { store } = services;

  const answer = {
    ...common,
    method: "post",
    path: "/api/projects/{project}/agent-questions/{question}/respond",
    summary: "Respond to a question; gives the run that goes on",
    scope: "answer",
    status: 202,
    params: z.object({ project: id, question: id }),
    body: z.object({ response: z.string().max(10_000) }),
    response: Continued,
    failure: { schema: Conflict, type: "application/problem+json", status: 409 },
  } as const;
  addRoute(app, answer, async (context, { params, body: { response } }) => {
    const record = await questionIn(context, params.project, params.question);
    if (!record) return problems.inquiryUnknown;
    const request = await readIdempotencyKey(context, store);
    if (request.earlier) return request.earlier;
    const texts = splitAnswerText(record, response);
    return answerByText(context, services, request, record, { texts }, respondOutcome);
  });

  const list = {
    ...common,
    path: "/api/projects/{project}/agent-questions",
    summary: "List a project's questions, oldest first",
    params: z.object({ project: id }),
    query: PageQuery.extend({ status: z.enum(statuses).optional() }),
    response: wire.pageOf(QuestionView),
  } as const;
  addRoute(app, list, async (context, { params: { project }, query: { status, ...page } }) => {
    if (project !== context.get("principal").project) return problems.projectUnknown;
    const where = {
      ...page,
      ...(status && { statuses: wire.inquiryStatuses.filter((own) => statusByInquiryStatus[own] === status) }),
      ...visibilityFilter(context.get("principal")),
    };
    const found = await searches.read(context, where, store.inquiries);
    if (!found.ok) return found.error;
    return { status: 200, body: { ...found.value, items: found.value.items.map(questionView) } };
  });

  const ofRun = {
    ...common,
    path: "/api/projects/{project}/agent-runs/{run}/questions",
    summary: "List the questions of a run",
    params: z.object({ project: id, run: id }),
    response: wire.listOf(QuestionView),
  } as const;
  addRoute(app, ofRun, async (context, { params }) => {
    const run = await runIn(context, params.project, params.run);
    if (!run) return problems.runUnknown;
    const { items } = await store.inquiries({ runId: run.id, limit: 200 });
    return { status: 200, body: { items: items.map(questionView) } };
  });

  const read = {
    ...common,
    path: "/api/projects/{project}/agent-runs/{run}",
    summary: "Read a run of a project: why it waits, and for which question",
    params: z.object({ project: id, run: id }),
    response: RunView,
  } as const;
  addRoute(app, read, async (context, { params }) => {
    const run = await runIn(context, params.project, params.run);
    return run ? { status: 200, body: runView(run) } : problems.runUnknown;
  });

  async function questionIn(context: AppContext, project: string, question: string) {
    return project === context.get("principal").project ? visibleInquiry(store, context, question) : undefined;
  }

  async function runIn(context: AppContext, project: string, runId: string): Promise<RunRecord | undefined> {
    const run = project === context.get("principal").project ? await store.run(runId) : undefined;
    return run && (await visibleConversation(store, context, run.conversationId)) ? run : undefined;
  }
}

function respondOutcome(
  result: ResolveResult,
): Outcome<wire.ResponseBody<typeof Continued>, wire.ResponseBody<typeof Conflict>> {
  switch (result.type) {
    case "resolved":
      return { status: 202, body: result.receipt.runId === undefined ? {} : { runId: result.receipt.runId } };
    case "conflict": {
      const question = questionView(result.record);
      return { status: 409, failure: { ...problemBody(problems.questionResolved), question } };
    }
    case "refused":
      return result.refusal.code === "answer-misfit"
        ? invalidRequest("body", [{ path: ["response"], message: result.refusal.reason }])
        : problems.inquiryUnknown;
    case "unknown":
      return problems.inquiryUnknown;
  }
}

function questionView(record: InquiryRecord): QuestionView {
  const { id: own, runId, agent, project, askedAt, status } = record;
  const questions = shownQuestions(record);
  const resolution = record.resolution ?? record.held?.resolution;
  const respondedAt = resolution ? toIsoTime(resolution.at) : null;
  const createdAt = toIsoTime(askedAt);
  return {
    id: own,
    ...(runId !== undefined && { runId }),
    agentId: agent,
    projectId: project,
    question: questions.map(({ text }) => text).join("\n"),
    options: questions.flatMap(({ options }) =>
      options.map(({ label, value, description }) => ({
        label,
        value: value ?? label,
        ...(description !== undefined && { description }),
      })),
    ),
    response: responseTo(record),
    respondedBy: resolution && "by" in resolution ? resolution.by : null,
    respondedAt,
    status: statusByInquiryStatus[status],
    resolution: resolution?.type ?? null,
    notificationId: status === "superseded" ? null : notificationIdOf(own),
    createdAt,
    updatedAt: respondedAt ?? createdAt,
  };
}

/** What a person responded, in words; null where nobody did, and while the answer can be taken back. */
function responseTo(record: InquiryRecord): string | null {
  const { resolution } = record;
  switch (resolution?.type) {
    case "answered":
      return answerText(record, resolution, contractByName(record.contract).join);
    case "answered-in-chat":
      return resolution.text ?? null;
    case "delegated":
      return ["You decide.", ...(resolution.comment === undefined ? [] : [resolution.comment])].join(" ");
    default:
      return null;
  }
}

function runView(run: RunRecord): wire.ResponseBody<typeof RunView> {
  const { id: own, agent, status, steps, resumedFrom, inquiryId, reason } = run;
  const isWaiting = status === "waiting";
  return {
    id: own,
    agentId: agent,
    status: isWaiting ? "paused" : status,
    stepCount: steps,
    resumedFrom: resumedFrom ?? null,
    summary: isWaiting ? { reason: "awaiting_user_input", question_id: inquiryId } : reason ? { reason } : null,
  };
}
