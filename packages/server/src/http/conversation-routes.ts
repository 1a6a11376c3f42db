import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { once, respond } from "./idempotency.ts";
import { partialReply } from "./partial-reply.ts";
import { visibleTo } from "./principal.ts";
import { problemResponse, refusalProblem } from "./problem.ts";
import { type App, addRoute } from "./route.ts";
import { IdParams, PageQuery } from "./schemas.ts";
import { type Services, unperformed, visibleConversation } from "./services.ts";
import { transcriptPage } from "./transcript-page.ts";
import { conversationRowView, conversationView, liveView, messageView, runView } from "./views.ts";

const common = { tag: "Conversations", scope: "any", status: 200 } as const;
const path = "/v1/conversations";

export function addConversationRoutes(app: App, { store, runtime, clock, liveTexts }: Services): void {
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
      return respond(context, { status: 200, body: { ...page, items: page.items.map(conversationRowView) } });
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
      const { conversation, version } = found;
      const live = await partialReply({ store, liveTexts }, conversation);
      const body = { ...conversationView(conversation, version), ...(live && { live: liveView(live) }) };
      return respond(context, { status: 200, body });
    },
  );

  const part = z.object({
    limit: z.coerce
      .number("must be a number")
      .int()
      .min(1)
      .max(500)
      .optional()
      .openapi({ description: "The newest so many; 100 where only a cursor is given, all where nothing is" }),
    cursor: PageQuery.shape.cursor.openapi({ description: "`next` of the page before, for older messages" }),
  });
  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: `${path}/{id}/transcript`,
      summary: "Read the messages as a screen shows them",
      description: "Oldest first, all of them or in pages from the newest on; a call is never parted from its result.",
      params: IdParams,
      query: part,
      response: wire.pageOf(wire.Message),
    },
    async (context, { params: { id }, query: { limit, cursor } }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return problemResponse(context, refusalProblem({ code: "conversation-unknown" }));
      const { conversation } = found;
      const isPaged = limit !== undefined || cursor !== undefined;
      const most = isPaged ? (limit ?? 100) : Math.max(1, conversation.counts.messages);
      const page = await transcriptPage(store, conversation, { limit: most, cursor });
      return respond(context, { status: 200, body: { ...page, items: page.items.map(messageView) } });
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
