import { type Conversation, type InquiryRecord, openInquiryOf } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import type { ResolveResult } from "../commands.ts";
import { readIdempotencyKey } from "../middleware/idempotency.ts";
import type { Outcome } from "../outcome.ts";
import { type App, addRoute, type FailureForm } from "../route.ts";
import { IdParams } from "../schemas.ts";
import { type Services, visibleConversation } from "../services.ts";
import { cursorPattern, readCursor } from "../stream/cursor.ts";
import type { EventStreams } from "../stream/event-stream.ts";
import { toIsoTime } from "../views.ts";
import { answerByText, approvalNeedsId, splitPickAndComment } from "./inquiry-text.ts";
import { createSessionFrames, questionUuid, SessionQuestion, sessionQuestions } from "./session-events.ts";

const Submitted = z.object({ success: z.boolean(), message: z.string() });
type Submitted = wire.ResponseBody<typeof Submitted>;

const PendingQuestion = z.object({
  has_pending_question: z.boolean(),
  question_id: z.string().nullable(),
  questions: z.array(SessionQuestion).nullable(),
  created_at: z.string().nullable(),
});

const failure: FailureForm<typeof Submitted> = {
  schema: Submitted,
  type: "application/json",
  fromProblem: ({ title, detail }) => failed(400, detail ?? title),
};
const common = { tag: "Compat: sessions API", params: IdParams, status: 200, failure } as const;
const path = "/api/v1/sessions/{id}";

/** The sessions API: a conversation is a session, and its question has a UUID. */
export function addSessionsApi(app: App, services: Services, streams: EventStreams): void {
  const { store, feed, liveTexts } = services;

  const answer = {
    ...common,
    method: "post",
    path: `${path}/answer`,
    summary: "Submit the answer to a pending question",
    description:
      "`question_id` is a UUID, or `latest` while one question is open. Several questions: one line each. One question: a pick, and what follows on further lines is the comment.",
    scope: "answer",
    body: z.object({ question_id: z.string().max(80), answer: z.string().max(40_000) }),
    response: Submitted,
  } as const;
  addRoute(app, answer, async (context, { params: { id }, body: { question_id: wanted, answer: text } }) => {
    const found = await visibleConversation(store, context, id);
    if (!found) return sessionUnknown;
    const request = await readIdempotencyKey(context, store);
    if (request.earlier) return request.earlier;
    const records = await inquiriesOf(found.conversation);
    const open = records.filter(({ status }) => status === "open" || status === "held");
    if (wanted === "latest" && open.length !== 1)
      return failed(409, `"latest" needs exactly one pending question; there are ${open.length}`);
    const record =
      wanted === "latest" ? open[0] : records.find((some) => questionUuid(some.id) === wanted.toLowerCase());
    if (!record) return failed(404, "Question not found");
    if (record.approval && wanted === "latest") return failed(409, approvalNeedsId(record));
    return answerByText(context, services, request, record, splitPickAndComment(record, text), submitOutcome);
  });

  const pending = {
    ...common,
    method: "get",
    path: `${path}/pending-question`,
    summary: "Check for a pending question",
    scope: "any",
    response: PendingQuestion,
  } as const;
  addRoute(app, pending, async (context, { params: { id } }) => {
    const found = await visibleConversation(store, context, id);
    if (!found) return sessionUnknown;
    const open = openInquiryOf(found.conversation);
    return { status: 200, body: pendingView(open?.status === "open" ? open : undefined) };
  });

  const follow = {
    ...common,
    method: "get",
    path: `${path}/events`,
    summary: "Follow the session's events",
    scope: "any",
  } as const;
  addRoute(app, follow, async (context, { params: { id } }) => {
    const found = await visibleConversation(store, context, id);
    if (!found) return sessionUnknown;
    // These clients build the conversation from its events, so one that knows none gets them all.
    const last = context.req.header("last-event-id") ?? "";
    const after = await readCursor(store, cursorPattern.test(last) ? last : "0");
    const frames = createSessionFrames(id, await inquiriesOf(found.conversation));
    return streams.respond(context, {
      feed,
      liveTexts,
      ...(after && { after }),
      conversationIds: [id],
      async snapshot(_, cursor) {
        const stored = await store.load(id);
        return stored ? frames.snapshot(stored.conversation, cursor) : "";
      },
      frames,
    });
  });

  async function inquiriesOf({ id, counts }: Conversation): Promise<readonly InquiryRecord[]> {
    return (await store.inquiries({ conversationId: id, limit: Math.max(1, counts.inquiries) })).items;
  }
}

function failed(status: 400 | 404 | 409, message: string) {
  return { status, failure: { success: false, message } } as const;
}

const sessionUnknown = failed(404, "Session not found");

function submitOutcome(result: ResolveResult): Outcome<Submitted, Submitted> {
  if (result.type === "resolved") return { status: 200, body: { success: true, message: "Answer submitted" } };
  const isMisfit = result.type === "refused" && result.refusal.code === "answer-misfit";
  return isMisfit ? failed(400, result.refusal.reason) : failed(409, "The question is resolved already");
}

function pendingView(open: InquiryRecord | undefined): wire.ResponseBody<typeof PendingQuestion> {
  if (!open) return { has_pending_question: false, question_id: null, questions: null, created_at: null };
  return {
    has_pending_question: true,
    question_id: questionUuid(open.id),
    questions: sessionQuestions(open),
    created_at: toIsoTime(open.askedAt),
  };
}
