import type { Event, InquiryRecord, Question } from "@askback/core";
import { openInquiryOf } from "@askback/core";
import { z } from "@hono/zod-openapi";
import { type EventStreamSettings, stream } from "../event-routes.ts";
import { type Frames, frame } from "../event-stream.ts";
import type { Problem } from "../problem.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import { type Services, visibleConversation } from "../services.ts";
import { answerByTexts, currentInquiry } from "./answer-by-text.ts";

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
    const record = (await visibleConversation(store, context, id)) && (await currentInquiry(services, id));
    if (!record) return refused(context, "No question is waiting for an answer.");
    const unfit = misnamed(record, answers);
    if (unfit !== undefined) return refused(context, unfit);
    const texts = record.questions.map(({ text }) => answers[text] ?? "");
    const settled = await answerByTexts(services, context.var.principal, record, texts);
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
      const actor = { by: context.var.principal.id, at: clock.now() };
      if (!found) return refused(context, "There is no such conversation.");
      const open = openInquiryOf(found.conversation);
      const command =
        open && open.status === "open"
          ? ({ type: "dismiss", inquiryId: open.id, ...actor } as const)
          : ({ type: "stop", ...actor } as const);
      const done = await runtime.perform(id, command);
      return done.ok ? context.body(null, 200) : refused(context, "There is nothing to cancel.");
    },
  );

  const follow = { ...common, method: "get", path: "/conversations/{id}/events", scope: "any" } as const;
  addRoute(
    app,
    { ...follow, summary: "Follow the state, as `state_change` events" },
    async (context, { params: { id } }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return refused(context, "There is no such conversation.");
      return stream(context, settings, {
        feed,
        liveTexts,
        conversationIds: [id],
        async snapshot(position) {
          const stored = await store.load(id);
          const open = stored && openInquiryOf(stored.conversation);
          const busy = stored && ["thinking", "acting", "delegating"].includes(stored.conversation.status);
          return change(open ? awaiting(open) : busy ? requesting(1) : idle, position);
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

interface State {
  readonly type: string;
  readonly data: unknown;
}

const idle: State = { type: "idle", data: {} };

function requesting(attempt: number): State {
  return { type: "llm_requesting", data: { attempt } };
}

function awaiting({ questions }: { readonly questions: readonly Question[] }): State {
  return { type: "awaiting_user_response", data: { questions: questions.map(userQuestion) } };
}

function userQuestion({ text, header, options, multiSelect }: Question) {
  return {
    question: text,
    header: header ?? null,
    options: options.map(({ label, description }) => ({ label, description: description ?? null })),
    multiSelect,
  };
}

function change(state: State, id: number): string {
  return frame("state_change", state, id);
}

const frames: Frames = {
  event({ event, position }) {
    const state = stateAfter(event);
    const done = event.type === "run.finished" ? frame("agent_done", {}) : "";
    return state ? change(state, position) + done : "";
  },
  text: () => "",
};

/** The state that an event leads to, where clients of S0 are told of it. */
function stateAfter(event: Event): State | undefined {
  switch (event.type) {
    case "run.started":
      return requesting(1);
    case "inquiry.resolved":
      return ["dismissed", "withdrawn"].includes(event.resolution.type) ? undefined : requesting(1);
    case "model.failed":
      return requesting(event.attempt + 1);
    case "tool.started":
      return { type: "tool_executing", data: { tool: event.name } };
    case "inquiry.asked":
      return awaiting(event.inquiry);
    case "run.finished":
    case "run.paused":
      return idle;
    case "run.failed":
      return { type: "error", data: { message: event.error.message } };
    default:
      return undefined;
  }
}
