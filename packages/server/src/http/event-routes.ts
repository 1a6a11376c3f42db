import { z } from "@hono/zod-openapi";
import { type EventStreamOptions, type Frames, frame, openEventStream } from "./event-stream.ts";
import { inquiriesFor } from "./mine.ts";
import { maySee, visibleTo } from "./principal.ts";
import { conversationUnknown, problemResponse, problems } from "./problem.ts";
import { type App, type AppContext, addRoute } from "./route.ts";
import { type Services, visibleConversation } from "./services.ts";
import { conversationView, eventView } from "./views.ts";

const position = z.coerce.number("must be a number").int().min(0).max(Number.MAX_SAFE_INTEGER);

const follow = {
  method: "get",
  path: "/v1/events",
  tag: "Events",
  summary: "Follow what happens, as server-sent events",
  description:
    "First a `snapshot`, then every recorded event with its position as id; `text.streamed` carries text as the model writes it; " +
    "`offset` says how much of the reply came before it; with `fromStart` it is all that was written so far, and replaces what came before. " +
    "`Last-Event-ID` (or `after`) replays what came since, or starts with a `snapshot` again where part of that was pruned. " +
    "`draft.saved` tells that somebody writes at an answer. " +
    "Name conversations by repeating `conversation`; a key with the scope `ask` must.",
  query: z.object({
    conversation: z.union([z.string().max(80), z.array(z.string().max(80)).max(500)]).optional(),
    after: position.optional(),
  }),
  scope: "any",
  status: 200,
} as const;

const frames: Frames = {
  event: (recorded) => frame(recorded.event.type, eventView(recorded), recorded.position),
  drafting: ({ project: _, ...drafting }) => frame("draft.saved", drafting),
  text: ({ conversationId, runId, step, text, delta }, isWhole) =>
    frame("text.streamed", {
      conversationId,
      runId,
      step,
      offset: text.length - delta.length,
      delta,
      ...(isWhole && { fromStart: true }),
    }),
};

const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

export interface EventStreamSettings {
  readonly heartbeatMs: number;
  readonly backlogLimit: number;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

/** Sends a stream of events over the connection of a request. */
export function stream(
  context: AppContext,
  { heartbeatMs, backlogLimit, stopping }: EventStreamSettings,
  options: Omit<EventStreamOptions, "heartbeatMs" | "backlogLimit" | "drop" | "signal" | "project">,
): Response {
  // Nobody reads the body of a HEAD, so a stream opened for it would never be closed.
  if (context.req.method === "HEAD") return context.body(null, 200, streamHeaders);
  const events = openEventStream({
    ...options,
    project: context.var.principal.project,
    heartbeatMs,
    backlogLimit,
    drop: () => context.env.outgoing?.destroy(),
    signal: AbortSignal.any([context.req.raw.signal, stopping]),
  });
  return context.body(events, 200, streamHeaders);
}

export function addEventRoutes(
  app: App,
  { store, feed, liveTexts, presence }: Services,
  settings: EventStreamSettings,
): void {
  addRoute(app, follow, async (context, { query: { conversation, after } }) => {
    const conversationIds = conversation === undefined ? undefined : [conversation].flat();
    const { principal } = context.var;
    // A key that sees only what it started must name it.
    if (!conversationIds && visibleTo(principal).createdBy !== undefined)
      return problemResponse(context, problems.notNamed);
    const last = position.safeParse(context.req.header("last-event-id") || undefined);
    const from = await known(last.success ? last.data : after);
    for (const id of conversationIds ?? []) {
      // A sub-agent has its name, which its parent's makes, before it is started.
      const stored = (await store.load(id)) ?? (await store.load(id.replace(/k\d+$/, "")));
      const isDeleted = stored?.conversation.status === "deleted";
      // Who goes on from a position is told of a deletion by the event that they missed.
      if (!stored || !maySee(principal, stored.conversation) || (isDeleted && from === undefined))
        return problemResponse(context, conversationUnknown(id));
    }
    return stream(context, settings, {
      feed,
      liveTexts,
      // An agent has no business with who writes where.
      ...(principal.scopes.includes("answer") && { presence }),
      ...(from !== undefined && { after: from }),
      ...(conversationIds && { conversationIds }),
      snapshot: async (at) => frame("snapshot", await snapshot(at, context, conversationIds), at),
      frames,
    });
  });

  /** A position that was never given is of another log, such as one that was begun anew: then there is nothing to go on from. */
  async function known(from: number | undefined): Promise<number | undefined> {
    return from !== undefined && (await store.hasGiven(from)) ? from : undefined;
  }

  /** The state to start from. It may be newer than `position`: an event whose version it already has changes nothing. */
  async function snapshot(at: number, context: AppContext, conversationIds: readonly string[] | undefined) {
    if (!conversationIds) {
      const whose = visibleTo(context.var.principal);
      const open = await store.inquiries({ status: "open", limit: 100, ...whose });
      const { principal } = context.var;
      const openInquiries = await store.openInquiryCount({ ...whose, notSnoozedBy: principal.id });
      return { position: at, openInquiries, inquiries: await inquiriesFor(store, principal, open.items) };
    }
    const found = await Promise.all(conversationIds.map((id) => visibleConversation(store, context, id)));
    const conversations = found.flatMap((stored) =>
      stored ? [conversationView(stored.conversation, stored.version)] : [],
    );
    return { position: at, conversations };
  }
}
