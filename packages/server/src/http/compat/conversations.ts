import { type InquiryRecord, openInquiryOf } from "@askback/core";
import { z } from "@hono/zod-openapi";
import { actorOf, performCommand, type ResolveResult, resolveInquiry, stopCommand } from "../commands.ts";
import { readIdempotencyKey } from "../middleware/idempotency.ts";
import type { Outcome } from "../outcome.ts";
import { type App, addRoute, type FailureForm } from "../route.ts";
import { IdParams } from "../schemas.ts";
import { type Services, visibleConversation } from "../services.ts";
import type { EventStreams } from "../stream/event-stream.ts";
import { createStateFrames } from "./conversation-events.ts";
import { answerByText, approvalNeedsId, currentInquiry } from "./inquiry-text.ts";

type TextOutcome = Outcome<never, string>;

const failure: FailureForm<z.ZodString> = {
  schema: z.string(),
  type: "text/plain",
  fromProblem: ({ title, detail }) => failed(detail ?? title),
};
const common = { tag: "Compat: conversations API", params: IdParams, status: 200, failure } as const;

/** Answers by question text. A record would lose a question with the text `__proto__`. */
const Answers = z
  .preprocess(
    (value) => (isRecord(value) ? new Map(Object.entries(value)) : value),
    z.map(z.string().max(2_000), z.string().max(10_000)),
  )
  .openapi({ type: "object", additionalProperties: { type: "string", maxLength: 10_000 } });

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The conversations API: 200 with no body, or 400 with the error as text. */
export function addConversationsApi(app: App, services: Services, streams: EventStreams): void {
  const { store, feed, liveTexts } = services;

  const respond = {
    ...common,
    method: "post",
    path: "/conversations/{id}/respond",
    summary: "Answer by the texts of the questions",
    scope: "answer",
    body: z.object({ answers: Answers }),
  } as const;
  addRoute(app, respond, async (context, { params: { id }, body: { answers } }) => {
    if (!(await visibleConversation(store, context, id))) return conversationUnknown;
    const request = await readIdempotencyKey(context, store);
    if (request.earlier) return request.earlier;
    const record = await currentInquiry(services, id);
    if (!record) return nothingAsked;
    if (record.approval) return failed(approvalNeedsId(record));
    const problem = unmatchedQuestion(record, answers);
    if (problem !== undefined) return failed(problem);
    const texts = record.questions.map(({ text }) => answers.get(text) ?? "");
    return answerByText(context, services, request, record, { texts }, respondOutcome);
  });

  const cancel = {
    ...common,
    method: "post",
    path: "/conversations/{id}/cancel",
    summary: "Set the open question aside, or stop the run",
    scope: "answer",
  } as const;
  addRoute(app, cancel, async (context, { params: { id } }) => {
    const found = await visibleConversation(store, context, id);
    if (!found) return conversationUnknown;
    const request = await readIdempotencyKey(context, store);
    const open = openInquiryOf(found.conversation);
    if (open?.status === "open") {
      const command = { type: "dismiss", inquiryId: open.id, ...actorOf(context, services) } as const;
      return resolveInquiry(services, request, command, cancelOutcome);
    }
    return performCommand(services, request, {
      conversationId: id,
      command: await stopCommand(context, services, found.conversation),
      onCommit: (): TextOutcome => ({ status: 200 }),
      onRefusal: () => nothingToCancel,
    });
  });

  const follow = { ...common, method: "get", path: "/conversations/{id}/events", scope: "any" } as const;
  addRoute(
    app,
    { ...follow, summary: "Follow the state, as `state_change` events" },
    async (context, { params: { id } }) => {
      if (!(await visibleConversation(store, context, id))) return conversationUnknown;
      const frames = createStateFrames();
      return streams.respond(context, {
        feed,
        liveTexts,
        conversationIds: [id],
        async snapshot(_, cursor) {
          const stored = await store.load(id);
          return stored ? frames.snapshot(stored, cursor) : "";
        },
        frames,
      });
    },
  );
}

function failed(error: string) {
  return { status: 400, failure: error } as const;
}

const conversationUnknown = failed("There is no such conversation.");
const nothingAsked = failed("No question is waiting for an answer.");
const nothingToCancel = failed("There is nothing to cancel.");

function respondOutcome(result: ResolveResult): TextOutcome {
  if (result.type === "resolved") return { status: 200 };
  const isMisfit = result.type === "refused" && result.refusal.code === "answer-misfit";
  return isMisfit ? failed(result.refusal.reason) : nothingAsked;
}

function cancelOutcome(result: ResolveResult): TextOutcome {
  if (result.type === "resolved") return { status: 200 };
  const isExpired = result.type === "conflict" && result.record.status === "expired";
  return isExpired ? failed("The question had expired already.") : nothingToCancel;
}

/** Why a map of answers does not name each question once. */
function unmatchedQuestion({ questions }: InquiryRecord, answers: ReadonlyMap<string, string>) {
  const texts = questions.map(({ text }) => text);
  const unknown = [...answers.keys()].find((text) => !texts.includes(text));
  if (unknown !== undefined) return `No question reads ${JSON.stringify(unknown.slice(0, 200))}.`;
  const missing = texts.find((text) => !answers.has(text));
  return missing === undefined ? undefined : `${JSON.stringify(missing)} is not answered.`;
}
