import type * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { maySee, seesProject, visibilityFilter, waitsForFilter } from "../access/principal.ts";
import { problems } from "../problems/problem.ts";
import { conversationUnknown } from "../problems/refusal-problem.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import { personalInquiryViews, type Services, visibleConversation } from "../services.ts";
import { cursorPattern, readCursor } from "../stream/cursor.ts";
import { type EventStreams, type Frames, frame } from "../stream/event-stream.ts";
import { conversationView, eventView } from "../views.ts";

const follow = {
  method: "get",
  path: "/v1/events",
  tag: "Events",
  summary: "Follow what happens, as server-sent events",
  description:
    "First a `snapshot`, then every recorded event with a cursor as id; `text.streamed` carries text as the model writes it; " +
    "`offset` says how much of the reply came before it; with `fromStart` it is all that was written so far, and replaces what came before. " +
    "`Last-Event-ID` (or `after`) replays what came since, or starts with a `snapshot` again where part of that was pruned, or where the cursor is of another log, " +
    "as after a restore. The number of a position, which servers gave as ids before, counts as one of another log, except 0. " +
    "`draft.saved` tells that somebody writes at an answer. " +
    "Name conversations by repeating `conversation`; a key with the scope `ask` must.",
  query: z.object({
    conversation: z.union([z.string().max(80), z.array(z.string().max(80)).max(500)]).optional(),
    after: z.string().regex(cursorPattern, "must be the id of an event").optional(),
  }),
  scope: "any",
  status: 200,
} as const;

type StreamEventOf<Type> = Extract<wire.StreamEvent, { readonly type: Type }>;

/** A frame whose data is of the wire's type; the type itself is on the line before. */
function typedFrame<Type extends "snapshot" | "text.streamed" | "draft.saved">(
  type: Type,
  data: Omit<StreamEventOf<Type>, "type">,
  id?: string,
): string {
  return frame(type, data, id);
}

const frames: Frames = {
  event: (recorded, cursor) => frame(recorded.event.type, eventView(recorded), cursor),
  drafting: ({ project: _, ...drafting }) => typedFrame("draft.saved", drafting),
  text: ({ conversationId, runId, step, text, delta }, isWhole) =>
    typedFrame("text.streamed", {
      conversationId,
      runId,
      step,
      offset: text.length - delta.length,
      delta,
      ...(isWhole && { fromStart: true }),
    }),
};

export function addEventRoutes(app: App, services: Services, streams: EventStreams): void {
  const { store, feed, liveTexts, presence } = services;
  addRoute(app, follow, async (context, { query: { conversation, after } }) => {
    const conversationIds = conversation === undefined ? undefined : [conversation].flat();
    const principal = context.get("principal");
    // A key that sees only what it started must name it.
    if (!conversationIds && visibilityFilter(principal).createdBy !== undefined) return problems.notNamed;
    const last = context.req.header("last-event-id") || after;
    const from = last === undefined ? undefined : await readCursor(store, last);
    for (const id of conversationIds ?? []) {
      // A sub-agent's id is derived from its parent's, and known before it is started.
      const stored = (await store.load(id)) ?? (await store.load(id.replace(/k\d+$/, "")));
      const isDeleted = stored?.conversation.status === "deleted";
      // A reader that goes on from a position learns of a deletion by the event that it missed.
      if (!stored || !maySee(principal, stored.conversation) || (isDeleted && from === undefined))
        return conversationUnknown(id);
    }
    return streams.respond(context, {
      feed,
      liveTexts,
      // Only people are told who writes an answer.
      ...(seesProject(principal) && { presence }),
      ...(from !== undefined && { after: from }),
      ...(conversationIds && { conversationIds }),
      snapshot: async (at, cursor) => typedFrame("snapshot", await readSnapshot(at, context, conversationIds), cursor),
      frames,
    });
  });

  /** The state to start from. It may be newer than `position`: an event whose version it already has changes nothing. */
  async function readSnapshot(
    at: number,
    context: AppContext,
    conversationIds: readonly string[] | undefined,
  ): Promise<Omit<wire.Snapshot, "type">> {
    if (!conversationIds) {
      const principal = context.get("principal");
      const whose = visibilityFilter(principal);
      const open = await store.inquiries({ status: "open", limit: 100, ...whose });
      const waiting = { ...whose, ...waitsForFilter(principal), notSnoozedBy: principal.id };
      const openInquiries = await store.openInquiryCount(waiting);
      return { position: at, openInquiries, inquiries: await personalInquiryViews(services, principal, open.items) };
    }
    const found = await Promise.all(conversationIds.map((id) => visibleConversation(store, context, id)));
    return { position: at, conversations: found.flatMap((stored) => (stored ? [conversationView(stored)] : [])) };
  }
}
