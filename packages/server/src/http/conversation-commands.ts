import { type Command, type Conversation, conversationIdOf, type Event, momentOfAsk, type Terms } from "@askback/core";
import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { newConversationId } from "../conversation-id.ts";
import { type AgentDefinition, termsOf } from "../runtime/agent.ts";
import type { Store } from "../store/store.ts";
import { once, respond } from "./idempotency.ts";
import { partialReply } from "./partial-reply.ts";
import { type Problem, problemResponse, problems, refusalProblem } from "./problem.ts";
import { type App, type AppContext, addRoute } from "./route.ts";
import { IdParams } from "./schemas.ts";
import { type Services, unperformed, visibleConversation } from "./services.ts";
import { conversationView } from "./views.ts";

const common = { tag: "Conversations", method: "post", response: wire.Conversation } as const;
const one = { ...common, params: IdParams, status: 202 } as const;
const text = z.string().max(100_000);
const path = "/v1/conversations";

export function addConversationCommands(app: App, { store, runtime, clock, agents, liveTexts }: Services): void {
  const start = {
    ...common,
    path,
    summary: "Start a conversation",
    description: "With a message the agent starts to work at once.",
    scope: "any",
    body: z.strictObject({
      agent: z.string().max(100),
      message: text.optional(),
      title: z.string().max(200).optional(),
    }),
    status: 201,
  } as const;
  addRoute(app, start, async (context, { body: { agent: name, message, title } }) => {
    const agent = agents.get(name);
    if (!agent) return problemResponse(context, unknownAgent(name, agents));
    const conversationId = newConversationId(clock.now());
    const heading = title?.toWellFormed() ?? (message === undefined ? undefined : titleOf(message));
    return performed(context, conversationId, 201, {
      type: "start",
      conversationId,
      agent: name,
      project: context.var.principal.project,
      terms: termsOf(agent),
      ...actor(context),
      ...(heading && { title: heading }),
      ...(message !== undefined && { message }),
    });
  });

  const send = {
    ...one,
    path: `${path}/{id}/messages`,
    summary: "Send a message",
    description:
      "It answers the open inquiry unless it is sent as separate, or names in `answers` another one or another revision; while the agent works it waits for the end of the step.",
    scope: "answer",
    body: z.strictObject({
      text,
      separate: z.boolean().default(false),
      answers: z.strictObject({ inquiry: z.string().max(100), revision: z.int().min(1) }).optional(),
    }),
  } as const;
  addRoute(app, send, (context, { params, body: { answers, ...message } }) =>
    onAgent(context, params.id, (terms) => ({
      type: "send-message",
      ...message,
      ...(answers && { answers }),
      terms,
      ...actor(context),
    })),
  );

  addRoute(
    app,
    { ...one, path: `${path}/{id}/stop`, summary: "Stop the run", scope: "any" },
    async (context, { params: { id } }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return problemResponse(context, refusalProblem({ code: "conversation-unknown" }));
      const partial = await partialReply({ store, liveTexts }, found.conversation);
      return performed(context, id, 202, {
        type: "stop",
        ...actor(context),
        ...(partial && { partial: partial.text }),
      });
    },
  );

  addRoute(
    app,
    { ...one, path: `${path}/{id}/resume`, summary: "Go on after a pause, as a new run", scope: "answer" },
    (context, { params }) => onAgent(context, params.id, (terms) => ({ type: "resume", terms, ...actor(context) })),
  );
  addRoute(
    app,
    { ...one, path: `${path}/{id}/retry`, summary: "Try again after a failure, as a new run", scope: "answer" },
    (context, { params }) => onAgent(context, params.id, (terms) => ({ type: "retry", terms, ...actor(context) })),
  );

  addRoute(
    app,
    {
      ...one,
      path: `${path}/{id}/fork`,
      summary: "Answer an inquiry differently, in a new conversation",
      description: "The new conversation has the transcript up to the inquiry and rests on it, under a new id.",
      scope: "answer",
      body: z.strictObject({ inquiry: z.string().max(80) }),
    },
    async (context, { params: { id }, body: { inquiry } }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return problemResponse(context, refusalProblem({ code: "conversation-unknown" }));
      const log = await logOf(store, id);
      if (!(await store.isWhole({ after: 0, conversationIds: [id] }))) return problemResponse(context, logPruned);
      const moment = momentOfAsk(log, inquiry);
      if (!moment) return problemResponse(context, unforkable(found.conversation, inquiry));
      const conversationId = newConversationId(clock.now());
      return performed(context, conversationId, 202, { type: "fork", conversationId, ...moment, ...actor(context) });
    },
  );

  addRoute(
    app,
    {
      ...one,
      method: "patch",
      path: `${path}/{id}`,
      summary: "Rename a conversation",
      scope: "answer",
      body: z.strictObject({ title: z.string().max(200) }),
      status: 200,
    },
    async (context, { params: { id }, body: { title } }) => {
      if (!(await visibleConversation(store, context, id)))
        return problemResponse(context, refusalProblem({ code: "conversation-unknown" }));
      return performed(context, id, 200, { type: "rename", title, ...actor(context) });
    },
  );

  function actor(context: AppContext) {
    return { by: context.var.principal.id, at: clock.now() };
  }

  /** A command that may start a run, on the terms of the agent as it is configured now. */
  async function onAgent(context: AppContext, id: string, command: (terms: Terms) => Command): Promise<Response> {
    const found = await visibleConversation(store, context, id);
    if (!found) return problemResponse(context, refusalProblem({ code: "conversation-unknown" }));
    const agent = agents.get(found.conversation.agent);
    if (!agent) return problemResponse(context, unknownAgent(found.conversation.agent, agents));
    return performed(context, id, 202, command(termsOf(agent)));
  }

  async function performed(
    context: AppContext,
    id: string,
    status: 200 | 201 | 202,
    command: Command,
  ): Promise<Response> {
    const request = await once(context, store, context.var.principal);
    if (request.replayed) return request.replayed;
    const reply = request.replyWith(({ conversation, version }) => ({
      status,
      body: conversationView(conversation, version),
    }));
    const done = await runtime.perform(id, command, reply);
    if (!done.ok) return unperformed(context, done.error, request);
    return respond(context, { status, body: conversationView(done.value.conversation, done.value.version) });
  }
}

const logPruned: Problem = {
  status: 409,
  code: "log-pruned",
  title: "The log no longer reaches back to that inquiry",
  hint: "A fork is made from the log, and its old part was removed by `askback prune`: start a new conversation instead.",
};

async function logOf(store: Store, conversationId: string): Promise<readonly Event[]> {
  const log: Event[] = [];
  const limit = 1_000;
  for (let after = 0; ; ) {
    const batch = await store.events({ after, limit, conversationIds: [conversationId] });
    log.push(...batch.map(({ event }) => event));
    const last = batch.at(-1);
    if (!last || batch.length < limit) return log;
    after = last.position;
  }
}

/** An inquiry that a conversation has taken over from what it was forked from can only be forked there. */
function unforkable({ id, forkedFrom }: Conversation, inquiryId: string): Problem {
  const source = forkedFrom?.conversationId;
  const hint =
    source !== undefined && conversationIdOf(inquiryId) === source
      ? `This conversation is a fork of ${source}, where that was asked: fork that one.`
      : `It must be one of this conversation, which has waited for it: list them at GET /v1/inquiries?conversation=${id}.`;
  return { ...problems.inquiryUnknown, hint };
}

function unknownAgent(name: string, agents: ReadonlyMap<string, AgentDefinition>): Problem {
  const known = [...agents.keys()].join(", ");
  return {
    status: 422,
    code: "agent-unknown",
    title: `No agent is named "${name}"`,
    hint: `Agents here: ${known}. Declare more in askback.config.ts.`,
  };
}

function titleOf(message: string): string {
  // By code points, so that no character is cut in half.
  const characters = [...(message.trim().split("\n")[0] ?? "").toWellFormed()];
  return characters.length > 80 ? `${characters.slice(0, 79).join("")}…` : characters.join("");
}
