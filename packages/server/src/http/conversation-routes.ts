import { transcriptForScreen } from "@askback/core";
import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { once, respond } from "./idempotency.ts";
import { visibleTo } from "./principal.ts";
import { problemResponse, refusalProblem } from "./problem.ts";
import { type App, addRoute } from "./route.ts";
import { IdParams, PageQuery } from "./schemas.ts";
import { type Services, unperformed, visibleConversation } from "./services.ts";
import { conversationView, messageView, runView } from "./views.ts";

const common = { tag: "Conversations", scope: "any", status: 200 } as const;
const path = "/v1/conversations";

export function addConversationRoutes(app: App, { store, runtime, clock }: Services): void {
  const query = PageQuery.extend({
    status: z.enum(wire.conversationStatuses).optional(),
    agent: z.string().max(100).optional(),
    parent: z.string().max(80).optional().openapi({ description: "The sub-agents of this conversation" }),
    q: z.string().max(200).optional().openapi({ description: "Part of the title or of what was said" }),
  });
  addRoute(
    app,
    {
      ...common,
      method: "get",
      path,
      summary: "List conversations, newest first",
      query,
      response: wire.pageOf(wire.Conversation),
    },
    async (context, { query: { q, parent: parentId, ...filter } }) => {
      const page = await store.conversations({
        ...filter,
        parentId,
        ...(q && { text: q }),
        ...visibleTo(context.var.principal),
      });
      const items = page.items.map(({ conversation, version }) => conversationView(conversation, version));
      return respond(context, { status: 200, body: { ...page, items } });
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: `${path}/{id}`,
      summary: "Read a conversation",
      params: IdParams,
      response: wire.Conversation,
    },
    async (context, { params: { id } }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return problemResponse(context, refusalProblem({ code: "conversation-unknown" }));
      return respond(context, { status: 200, body: conversationView(found.conversation, found.version) });
    },
  );

  const messages = z.object({ items: z.array(wire.Message) });
  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: `${path}/{id}/transcript`,
      summary: "Read the messages as a screen shows them",
      params: IdParams,
      response: messages,
    },
    async (context, { params: { id } }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return problemResponse(context, refusalProblem({ code: "conversation-unknown" }));
      const inquiries = await store.inquiries({ conversationId: id, limit: found.conversation.counts.inquiries });
      const items = transcriptForScreen(await store.messages(id), inquiries.items).map(messageView);
      return respond(context, { status: 200, body: { items } });
    },
  );

  const runs = z.object({ items: z.array(wire.Run) });
  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: `${path}/{id}/runs`,
      summary: "List the runs of a conversation",
      params: IdParams,
      response: runs,
    },
    async (context, { params: { id } }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return problemResponse(context, refusalProblem({ code: "conversation-unknown" }));
      return respond(context, { status: 200, body: { items: (await store.runs(id)).map(runView) } });
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "delete",
      path: `${path}/{id}`,
      summary: "Withdraw what is open, then erase the conversation",
      scope: "answer",
      params: IdParams,
      status: 204,
    },
    async (context, { params: { id } }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return problemResponse(context, refusalProblem({ code: "conversation-unknown" }));
      const request = await once(context, store, context.var.principal);
      const done = await runtime.perform(id, { type: "delete", by: context.var.principal.id, at: clock.now() });
      if (!done.ok) return unperformed(context, done.error, request);
      return context.body(null, 204);
    },
  );
}
