import { conversationIdOf, type InquiryRecord } from "@askback/core";
import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { respond } from "./idempotency.ts";
import { inquiriesFor, inquiryFor } from "./mine.ts";
import { visibleTo } from "./principal.ts";
import { problemResponse, problems } from "./problem.ts";
import { type App, addRoute } from "./route.ts";
import { IdParams, PageQuery } from "./schemas.ts";
import { type Services, visibleInquiry } from "./services.ts";

const common = { tag: "Inquiries", method: "get", scope: "any", status: 200 } as const;
const path = "/v1/inquiries";

/** `stopping` is aborted when the server stops; whoever still waits then is answered with what there is. */
export function addInquiryRoutes(
  app: App,
  { store, feed }: Pick<Services, "store" | "feed">,
  stopping: AbortSignal,
): void {
  const query = PageQuery.extend({
    status: z.enum(wire.inquiryStatuses).optional(),
    conversation: z.string().max(80).optional(),
    run: z.string().max(80).optional(),
    agent: z.string().max(100).optional(),
    resolvedBy: z.string().max(100).optional().openapi({ description: "Who resolved it" }),
    order: z.enum(["oldest", "newest"]).optional().openapi({ description: "By when they were asked" }),
    resolved: z.enum(["true"]).optional().openapi({ type: "boolean", description: "Only those that are resolved" }),
    snoozed: z.enum(["true", "false"]).optional().openapi({
      type: "boolean",
      description: "With `status=open`: what you have put off for now, or what you have not",
    }),
  });
  addRoute(
    app,
    {
      ...common,
      path,
      summary: "List inquiries, oldest first unless told otherwise",
      description: "With `status=open` this is the inbox.",
      query,
      response: wire.pageOf(wire.Inquiry),
    },
    async (context, { query: { conversation, run, snoozed, resolved, ...filter } }) => {
      const { principal } = context.var;
      const where = {
        ...(conversation && { conversationId: conversation }),
        ...(run && { runId: run }),
        ...(resolved && { statuses: wire.resolutionTypes }),
        ...(snoozed === "true" && { snoozedBy: principal.id }),
        ...(snoozed === "false" && { notSnoozedBy: principal.id }),
        ...visibleTo(principal),
      };
      const page = await store.inquiries({ ...filter, ...where });
      return respond(context, {
        status: 200,
        body: { ...page, items: await inquiriesFor(store, principal, page.items) },
      });
    },
  );

  addRoute(
    app,
    {
      ...common,
      path: "/v1/inbox/count",
      summary: "Count what needs you",
      description: "`open` leaves out what you have put off for now, which is `snoozed`.",
      response: z.object({ open: z.int(), snoozed: z.int() }),
    },
    async (context) => {
      const { principal } = context.var;
      const whose = visibleTo(principal);
      const open = await store.openInquiryCount({ ...whose, notSnoozedBy: principal.id });
      const snoozed = await store.openInquiryCount({ ...whose, snoozedBy: principal.id });
      return respond(context, { status: 200, body: { open, snoozed } });
    },
  );

  const wait = z.coerce
    .number("must be a number")
    .min(0)
    .max(60)
    .default(0)
    .openapi({ type: "number", minimum: 0, maximum: 60, description: "Seconds to wait for its resolution" });
  addRoute(
    app,
    {
      ...common,
      path: `${path}/{id}`,
      summary: "Read an inquiry, or wait until it is resolved",
      params: IdParams,
      query: z.object({ wait }),
      response: wire.Inquiry,
    },
    async (context, { params: { id }, query: { wait: seconds } }) => {
      const found = await visibleInquiry(store, context, id);
      const signal = AbortSignal.any([context.req.raw.signal, stopping]);
      const record = found && seconds > 0 ? await resolved(id, seconds * 1000, signal) : found;
      if (!record) return problemResponse(context, problems.inquiryUnknown);
      return respond(context, { status: 200, body: await inquiryFor(store, context.var.principal, record) });
    },
  );

  async function resolved(inquiryId: string, waitMs: number, signal: AbortSignal): Promise<InquiryRecord | undefined> {
    const { promise: settled, resolve } = Promise.withResolvers<void>();
    const conversation = conversationIdOf(inquiryId);
    const following = await feed.follow(({ event, conversationId }) => {
      if (event.type === "inquiry.resolved" && event.inquiryId === inquiryId) resolve();
      if (event.type === "conversation.deleted" && conversationId === conversation) resolve();
    });
    const timer = setTimeout(resolve, waitMs);
    const onAbort = () => resolve();
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) resolve();
    try {
      const record = await store.inquiry(inquiryId);
      if (!record || record.resolution) return record;
      await settled;
      return await store.inquiry(inquiryId);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      following.stop();
    }
  }
}
