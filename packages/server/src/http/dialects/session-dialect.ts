import { type Conversation, type InquiryRecord, openInquiryOf } from "@askback/core";
import { z } from "@hono/zod-openapi";
import { type EventStreamSettings, stream } from "../event-routes.ts";
import { once, respond } from "../idempotency.ts";
import type { Problem } from "../problem.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import { type Services, visibleConversation } from "../services.ts";
import { answerByTexts, linesFor, needsItsId } from "./answer-by-text.ts";
import { sessionFrames } from "./session-frames.ts";
import { questionUuid, sessionQuestions } from "./session-view.ts";

const common = { tag: "Dialect: sessions", params: IdParams, status: 200, refuse } as const;
const path = "/api/v1/sessions/{id}";

/** The routes of S4: a conversation is a session, and its question has a UUID. */
export function addSessionDialect(app: App, services: Services, settings: EventStreamSettings): void {
  const { store, feed, liveTexts } = services;

  const answer = {
    ...common,
    method: "post",
    path: `${path}/answer`,
    summary: "Submit the answer to a pending question",
    description: "`question_id` is a UUID, or `latest` while one question is open. Several questions: one line each.",
    scope: "answer",
    body: z.object({ question_id: z.string().max(80), answer: z.string().max(40_000) }),
  } as const;
  addRoute(app, answer, async (context, { params: { id }, body: { question_id: wanted, answer: text } }) => {
    const found = await visibleConversation(store, context, id);
    if (!found) return failed(context, 404, "Session not found");
    const request = await once(context, store, context.var.principal);
    if (request.replayed) return request.replayed;
    const records = await inquiriesOf(found.conversation);
    const open = records.filter(({ status }) => status === "open" || status === "held");
    if (wanted === "latest" && open.length !== 1)
      return failed(context, 409, `"latest" needs exactly one pending question; there are ${open.length}`);
    const record =
      wanted === "latest" ? open[0] : records.find((some) => questionUuid(some.id) === wanted.toLowerCase());
    if (!record) return failed(context, 404, "Question not found");
    if (record.approval && wanted === "latest") return failed(context, 409, needsItsId(record));
    // What people write in the field for comments comes as lines after the answers.
    const lines = linesFor(record, text);
    const comment = lines.slice(record.questions.length).join("\n");
    const settled = await answerByTexts(services, context.var.principal, request, record, {
      texts: lines.slice(0, record.questions.length),
      ...(comment.trim() !== "" && { comment }),
      status: 200,
      taken: () => submitted,
    });
    if (settled.ok) return respond(context, { status: 200, body: submitted });
    const { error } = settled;
    if (error.code === "misfit") return failed(context, 400, error.reason);
    return failed(context, 409, "The question is settled already");
  });

  const pending = { ...common, method: "get", path: `${path}/pending-question`, scope: "any" } as const;
  addRoute(app, { ...pending, summary: "Check for a pending question" }, async (context, { params: { id } }) => {
    const found = await visibleConversation(store, context, id);
    if (!found) return failed(context, 404, "Session not found");
    const open = openInquiryOf(found.conversation);
    return respond(context, { status: 200, body: pendingView(open?.status === "open" ? open : undefined) });
  });

  const follow = { ...common, method: "get", path: `${path}/events`, scope: "any" } as const;
  addRoute(app, { ...follow, summary: "Follow the session's events" }, async (context, { params: { id } }) => {
    const found = await visibleConversation(store, context, id);
    if (!found) return failed(context, 404, "Session not found");
    const last = /^\d{1,15}$/.exec(context.req.header("last-event-id") ?? "")?.[0];
    const frames = sessionFrames(id, await inquiriesOf(found.conversation));
    return stream(context, settings, {
      feed,
      liveTexts,
      // These clients build the conversation from its events, so one that knows none gets them all.
      after: Number(last ?? 0),
      conversationIds: [id],
      async snapshot(position) {
        const stored = await store.load(id);
        return stored ? frames.snapshot(stored.conversation, position) : "";
      },
      frames,
    });
  });

  async function inquiriesOf({ id, counts }: Conversation): Promise<readonly InquiryRecord[]> {
    return (await store.inquiries({ conversationId: id, limit: Math.max(1, counts.inquiries) })).items;
  }
}

const submitted = { success: true, message: "Answer submitted" };

function failed(context: AppContext, status: 400 | 404 | 409, message: string): Response {
  return context.json({ success: false, message }, status);
}

function refuse(context: AppContext, { title, detail }: Problem): Response {
  return failed(context, 400, detail ?? title);
}

function pendingView(open: InquiryRecord | undefined) {
  if (!open) return { has_pending_question: false, question_id: null, questions: null, created_at: null };
  return {
    has_pending_question: true,
    question_id: questionUuid(open.id),
    questions: sessionQuestions(open),
    created_at: new Date(open.askedAt).toISOString(),
  };
}
