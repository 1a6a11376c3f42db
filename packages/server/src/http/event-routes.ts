import { z } from "@hono/zod-openapi";
import { openEventStream } from "./event-stream.ts";
import { ownOnly, type Principal } from "./principal.ts";
import { problemResponse, problems } from "./problem.ts";
import { type App, addRoute } from "./route.ts";
import type { Services } from "./services.ts";
import { conversationView, inquiryView } from "./views.ts";

const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const follow = {
  method: "get",
  path: "/v1/events",
  tag: "Events",
  summary: "Follow what happens, as server-sent events",
  description:
    "First a `snapshot`, then every recorded event with its position as id; `text.streamed` carries text as the model writes it. " +
    "`Last-Event-ID` (or `after`) replays what came since. Name conversations by repeating `conversation`; a key with the scope `ask` must.",
  query: z.object({
    conversation: z.union([z.string().max(80), z.array(z.string().max(80)).max(500)]).optional(),
    after: position.optional(),
  }),
  scope: "any",
  status: 200,
} as const;

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

export function addEventRoutes(app: App, { store, feed, liveTexts }: Services, settings: EventStreamSettings): void {
  addRoute(app, follow, async (context, { query: { conversation, after } }) => {
    const conversationIds = conversation === undefined ? undefined : [conversation].flat();
    if (!(await maySee(context.var.principal, conversationIds))) return problemResponse(context, problems.forbidden);
    // Nobody reads the body of a HEAD, so a stream opened for it would never be closed.
    if (context.req.method === "HEAD") return context.body(null, 200, streamHeaders);
    const last = position.safeParse(context.req.header("last-event-id") || undefined);
    const from = last.success ? last.data : after;
    const stream = openEventStream({
      feed,
      liveTexts,
      ...(from !== undefined && { after: from }),
      ...(conversationIds && { conversationIds }),
      snapshot: (at) => snapshot(at, conversationIds),
      heartbeatMs: settings.heartbeatMs,
      backlogLimit: settings.backlogLimit,
      drop: () => context.env.outgoing?.destroy(),
      signal: AbortSignal.any([context.req.raw.signal, settings.stopping]),
    });
    return context.body(stream, 200, streamHeaders);
  });

  /** The state to start from. It may be newer than `position`: an event whose version it already has changes nothing. */
  async function snapshot(at: number, conversationIds: readonly string[] | undefined) {
    if (!conversationIds) {
      const open = await store.inquiries({ status: "open", limit: 100 });
      return { position: at, openInquiries: await store.openInquiryCount(), inquiries: open.items.map(inquiryView) };
    }
    const found = await Promise.all(conversationIds.map((id) => store.load(id)));
    const conversations = found.flatMap((stored) =>
      stored && stored.conversation.status !== "deleted" ? [conversationView(stored.conversation, stored.version)] : [],
    );
    return { position: at, conversations };
  }

  async function maySee(principal: Principal, conversationIds: readonly string[] | undefined): Promise<boolean> {
    const own = ownOnly(principal);
    if (!own) return true;
    if (!conversationIds) return false;
    const found = await Promise.all(conversationIds.map((id) => store.load(id)));
    return found.every((stored) => stored?.conversation.createdBy === own.createdBy);
  }
}
