import { answerText, contractNamed, type InquiryRecord, type Receipt, type RunRecord } from "@askback/core";
import { z } from "@hono/zod-openapi";
import { once, respond } from "../idempotency.ts";
import { visibleTo } from "../principal.ts";
import { invalidRequest, type Problem, problemBody, problemResponse, problems } from "../problem.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import { PageQuery } from "../schemas.ts";
import { type Services, visibleConversation, visibleInquiry } from "../services.ts";
import { answerByTexts, linesFor } from "./answer-by-text.ts";
import { shownQuestions } from "./shown-questions.ts";

const common = { tag: "Dialect: projects", method: "get", scope: "any", status: 200 } as const;
const id = z.string().max(80);
const statuses = ["pending", "answered", "expired", "cancelled"] as const;
type Status = (typeof statuses)[number];

/** Statuses of ours that one of S2's statuses stands for. */
const statusesBehind: Readonly<Record<Status, readonly InquiryRecord["status"][]>> = {
  pending: ["open"],
  answered: ["held", "answered", "answered-in-chat", "delegated"],
  expired: ["expired"],
  cancelled: ["declined", "dismissed", "superseded", "withdrawn"],
};

/** The routes of S2, on the questions of a project. */
export function addProjectDialect(app: App, services: Services): void {
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
  } as const;
  addRoute(app, answer, async (context, { params, body: { response } }) => {
    const record = await questionIn(context, params.project, params.question);
    if (!record) return problemResponse(context, problems.inquiryUnknown);
    const request = await once(context, store, context.var.principal);
    if (request.replayed) return request.replayed;
    const goesOn = ({ runId }: Receipt) => ({ runId });
    const settled = await answerByTexts(services, context.var.principal, request, record, {
      texts: linesFor(record, response),
      status: 202,
      taken: goesOn,
    });
    if (settled.ok) return respond(context, { status: 202, body: goesOn(settled.value) });
    const { error } = settled;
    if (error.code === "misfit") return problemResponse(context, unreadable(error.reason));
    if (error.code === "gone") return problemResponse(context, problems.inquiryUnknown);
    return respond(context, { status: 409, body: { ...problemBody(taken), question: questionView(error.record) } });
  });

  const list = {
    ...common,
    path: "/api/projects/{project}/agent-questions",
    summary: "List a project's questions, oldest first",
    params: z.object({ project: id }),
    query: PageQuery.extend({ status: z.enum(statuses).optional() }),
  } as const;
  addRoute(app, list, async (context, { params: { project }, query: { status, ...page } }) => {
    if (project !== context.var.principal.project) return problemResponse(context, problems.projectUnknown);
    const found = await store.inquiries({
      ...page,
      ...(status && { statuses: statusesBehind[status] }),
      ...visibleTo(context.var.principal),
    });
    return respond(context, { status: 200, body: { ...found, items: found.items.map(questionView) } });
  });

  const ofRun = {
    ...common,
    path: "/api/projects/{project}/agent-runs/{run}/questions",
    summary: "List the questions of a run",
    params: z.object({ project: id, run: id }),
  } as const;
  addRoute(app, ofRun, async (context, { params }) => {
    const run = await runIn(context, params.project, params.run);
    if (!run) return problemResponse(context, problems.runUnknown);
    const { items } = await store.inquiries({ runId: run.id, limit: 200 });
    return respond(context, { status: 200, body: { items: items.map(questionView) } });
  });

  const read = {
    ...common,
    path: "/api/projects/{project}/agent-runs/{run}",
    summary: "Read a run: why it waits, and for which question",
    params: z.object({ project: id, run: id }),
  } as const;
  addRoute(app, read, async (context, { params }) => {
    const run = await runIn(context, params.project, params.run);
    if (!run) return problemResponse(context, problems.runUnknown);
    return respond(context, { status: 200, body: runView(run) });
  });

  async function questionIn(context: AppContext, project: string, question: string) {
    return project === context.var.principal.project ? visibleInquiry(store, context, question) : undefined;
  }

  async function runIn(context: AppContext, project: string, runId: string): Promise<RunRecord | undefined> {
    const run = project === context.var.principal.project ? await store.run(runId) : undefined;
    return run && (await visibleConversation(store, context, run.conversationId)) ? run : undefined;
  }
}

const taken: Problem = {
  status: 409,
  code: "already-resolved",
  title: "This question is settled already",
  hint: "`question` shows how.",
};

function unreadable(message: string): Problem {
  return invalidRequest("body", [{ path: ["response"], message }]);
}

/** The record in the words of S2. */
function questionView(record: InquiryRecord) {
  const { id: own, runId, agent, project, contract, askedAt, status } = record;
  const questions = shownQuestions(record);
  const resolution = record.resolution ?? record.held?.resolution;
  const settledAt = resolution ? new Date(resolution.at).toISOString() : null;
  const createdAt = new Date(askedAt).toISOString();
  return {
    id: own,
    runId,
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
    response: resolution?.type === "answered" ? answerText(record, resolution, contractNamed(contract).join) : null,
    respondedBy: resolution && "by" in resolution ? resolution.by : null,
    respondedAt: settledAt,
    status: statuses.find((some) => statusesBehind[some].includes(status)),
    createdAt,
    updatedAt: settledAt ?? createdAt,
  };
}

function runView({ id: own, agent, status, steps, resumedFrom, inquiryId, reason }: RunRecord) {
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
