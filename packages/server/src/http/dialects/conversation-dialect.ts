import { type InquiryRecord, openInquiryOf } from "@askback/core";
import { z } from "@hono/zod-openapi";
import { type EventStreamSettings, stream } from "../event-routes.ts";
import { once } from "../idempotency.ts";
import type { Problem } from "../problem.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import { type Services, visibleConversation } from "../services.ts";
import { answerByTexts, currentInquiry, needsItsId } from "./answer-by-text.ts";
import { stateFrames } from "./state-frames.ts";

const common = { tag: "Dialect: conversations", params: IdParams, status: 200, refuse } as const;

/** The routes of S0: 200 without a word, or 400 with the error as text. */
export function addConversationDialect(app: App, services: Services, settings: EventStreamSettings): void {
  const { store, runtime, feed, liveTexts, clock } = services;

  const respond = {
    ...common,
    method: "post",
    path: "/conversations/{id}/respond",
    summary: "Answer by the texts of the questions",
    scope: "answer",
    body: z.object({ answers: z.record(z.string().max(2_000), z.string().max(10_000)) }),
  } as const;
  addRoute(app, respond, async (context, { params: { id }, body: { answers } }) => {
    if (!(await visibleConversation(store, context, id))) return refused(context, "There is no such conversation.");
    const request = await once(context, store, context.var.principal);
    if (request.replayed) return request.replayed.ok ? context.body(null, 200) : request.replayed;
    const record = await currentInquiry(services, id);
    if (!record) return refused(context, "No question is waiting for an answer.");
    if (record.approval) return refused(context, needsItsId(record));
    const unfit = misnamed(record, answers);
    if (unfit !== undefined) return refused(context, unfit);
    const settled = await answerByTexts(services, context.var.principal, request, record, {
      texts: record.questions.map(({ text }) => answers[text] ?? ""),
      status: 200,
      taken: () => null,
    });
    if (settled.ok) return context.body(null, 200);
    const { error } = settled;
    return refused(context, error.code === "misfit" ? error.reason : "No question is waiting for an answer.");
  });

  const cancel = { ...common, method: "post", path: "/conversations/{id}/cancel", scope: "answer" } as const;
  addRoute(
    app,
    { ...cancel, summary: "Set the open question aside, or stop the run" },
    async (context, { params: { id } }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return refused(context, "There is no such conversation.");
      const request = await once(context, store, context.var.principal);
      if (request.replayed) return request.replayed.ok ? context.body(null, 200) : request.replayed;
      const actor = { by: context.var.principal.id, at: clock.now() };
      const open = openInquiryOf(found.conversation);
      const partial = liveTexts.current(id)?.text;
      const command =
        open?.status === "open"
          ? ({ type: "dismiss", inquiryId: open.id, ...actor } as const)
          : ({ type: "stop", ...actor, ...(partial !== undefined && { partial }) } as const);
      const done = await runtime.perform(
        id,
        command,
        request.replyWith(() => ({ status: 200, body: null })),
      );
      if (!done.ok) return refused(context, "There is nothing to cancel.");
      const isExpired = done.value.projection?.inquiries.some(({ status }) => status === "expired");
      return isExpired ? refused(context, "The question had expired already.") : context.body(null, 200);
    },
  );

  const follow = { ...common, method: "get", path: "/conversations/{id}/events", scope: "any" } as const;
  addRoute(
    app,
    { ...follow, summary: "Follow the state, as `state_change` events" },
    async (context, { params: { id } }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return refused(context, "There is no such conversation.");
      const frames = stateFrames();
      return stream(context, settings, {
        feed,
        liveTexts,
        conversationIds: [id],
        async snapshot(position) {
          const stored = await store.load(id);
          return stored ? frames.snapshot(stored.conversation, position) : "";
        },
        frames,
      });
    },
  );
}

function refused(context: AppContext, error: string): Response {
  return context.text(error, 400);
}

function refuse(context: AppContext, { title, detail }: Problem): Response {
  return refused(context, detail ?? title);
}

/** Why a map of answers does not name each question once. */
function misnamed({ questions }: InquiryRecord, answers: Readonly<Record<string, string>>): string | undefined {
  const texts = questions.map(({ text }) => text);
  const unknown = Object.keys(answers).find((text) => !texts.includes(text));
  if (unknown !== undefined) return `No question reads ${JSON.stringify(unknown.slice(0, 200))}.`;
  const missing = texts.find((text) => !Object.hasOwn(answers, text));
  return missing === undefined ? undefined : `${JSON.stringify(missing)} is not answered.`;
}
