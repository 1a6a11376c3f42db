import { exportFileName, exportFormats, profileOf } from "@askback/core";
import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { findPartialReply } from "../../runtime/partial-reply.ts";
import { visibilityFilter } from "../access/principal.ts";
import { actorOf, performCommand } from "../commands.ts";
import type { SearchTurns } from "../limits/search-turns.ts";
import { withoutIdempotencyKey } from "../middleware/idempotency.ts";
import { textsResponse } from "../outcome.ts";
import { problems } from "../problems/problem.ts";
import { refusalProblem } from "../problems/refusal-problem.ts";
import { type App, addRoute } from "../route.ts";
import { IdParams, PageQuery, searchDescription } from "../schemas.ts";
import { isShown, type Services, visibleConversation } from "../services.ts";
import { conversationRowView, conversationView, liveView, messageView, runView } from "../views.ts";
import { exportTexts, joined } from "./conversation-export.ts";
import { transcriptPage } from "./transcript-page.ts";
import { wholeTranscript } from "./whole-transcript.ts";

const common = { tag: "Conversations", scope: "any", status: 200 } as const;
const path = "/v1/conversations";
const conversationUnknown = refusalProblem({ code: "conversation-unknown" });

export function addConversationRoutes(app: App, services: Services, searches: SearchTurns): void {
  const { store } = services;
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
      description: searchDescription,
      query,
      response: wire.pageOf(wire.Conversation),
    },
    async (context, { query: { q, parent: parentId, ...filter } }) => {
      const where = { ...filter, parentId, ...(q && { text: q }), ...visibilityFilter(context.get("principal")) };
      const page = await searches.read(context, where, store.conversations);
      if (!page.ok) return page.error;
      const items = page.value.items.filter(isShown).map(conversationRowView);
      return { status: 200, body: { ...page.value, items } };
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
      if (!found) return conversationUnknown;
      const live = await findPartialReply(services, found.conversation);
      return { status: 200, body: { ...conversationView(found), ...(live && { live: liveView(live) }) } };
    },
  );

  const part = z.object({
    limit: z.coerce
      .number("must be a number")
      .int()
      .min(1)
      .max(500)
      .optional()
      .openapi({ description: "How many of the newest; 100 where only a cursor is given, all where nothing is" }),
    cursor: PageQuery.shape.cursor.openapi({ description: "`next` of the page before, for older messages" }),
  });
  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: `${path}/{id}/transcript`,
      summary: "Read the messages as a screen shows them",
      description:
        "Oldest first, all of them or in pages from the newest on; a call and its result are on the same page.",
      params: IdParams,
      query: part,
      response: wire.pageOf(wire.Message),
    },
    async (context, { params: { id }, query: { limit, cursor } }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return conversationUnknown;
      const { conversation } = found;
      if (limit === undefined && cursor === undefined) {
        const pages = await wholeTranscript(store, conversation, (messages) =>
          messages.map((one) => JSON.stringify(messageView(one))).join(","),
        );
        return { status: 200, pieces: ['{"items":[', ...joined(pages), "]}"] };
      }
      const page = await transcriptPage(store, conversation, { limit: limit ?? 100, cursor });
      return { status: 200, body: { ...page, items: page.items.map(messageView) } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: `${path}/{id}/export`,
      summary: "Export a conversation as a file",
      description:
        "All messages with their questions and answers. Markdown is for people, and leaves out what only the model read; JSON has the conversation and its messages as the API shows them.",
      params: IdParams,
      query: z.object({ format: z.enum(exportFormats) }),
    },
    async (context, { params: { id }, query: { format } }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return conversationUnknown;
      const { conversation } = found;
      const agent = services.agents.get(conversation.agent)?.title ?? profileOf(conversation.agent).title;
      const texts = await exportTexts(store, { conversation, shown: conversationView(found), agent }, format);
      return textsResponse(texts, {
        "content-type": format === "markdown" ? "text/markdown; charset=utf-8" : "application/json; charset=utf-8",
        "content-disposition": attachmentOf(exportFileName(conversation, format)),
      });
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: `${path}/{id}/runs`,
      summary: "List the runs of a conversation",
      params: IdParams,
      response: wire.listOf(wire.Run),
    },
    async (context, { params: { id } }) => {
      if (!(await visibleConversation(store, context, id))) return conversationUnknown;
      return { status: 200, body: { items: (await store.runs(id)).map(runView) } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      tag: "Runs",
      method: "get",
      path: "/v1/runs/{id}",
      summary: "Read a run: why it waits, and for which inquiry",
      params: IdParams,
      response: wire.Run,
    },
    async (context, { params: { id } }) => {
      const run = await store.run(id);
      if (!run || !(await visibleConversation(store, context, run.conversationId))) return problems.runUnknown;
      return { status: 200, body: runView(run) };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "delete",
      path: `${path}/{id}`,
      summary: "Delete a conversation, after its open inquiry is withdrawn",
      scope: "answer",
      params: IdParams,
      status: 204,
    },
    async (context, { params: { id } }) => {
      if (!(await visibleConversation(store, context, id))) return conversationUnknown;
      return performCommand(services, withoutIdempotencyKey, {
        conversationId: id,
        command: { type: "delete", ...actorOf(context, services) },
        onCommit: () => ({ status: 204 }),
        onRefusal: refusalProblem,
      });
    },
  );
}

/** The header that makes a browser store a response under a name, in ASCII and as it is. */
function attachmentOf(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7E]+/g, "").replace(/^-*\./, "conversation.");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
