import { profileOf } from "@askback/core";
import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { toSearchText } from "../../store/search-text.ts";
import { managesInquiries, visibilityFilter, waitsForFilter } from "../access/principal.ts";
import type { InquiryWaits } from "../asks/inquiry-waits.ts";
import { recordConsumed } from "../audited-reads.ts";
import type { SearchTurns } from "../limits/search-turns.ts";
import { forbidden, problems } from "../problems/problem.ts";
import { type App, addRoute } from "../route.ts";
import { IdParams, PageQuery, searchDescription, WaitQuery } from "../schemas.ts";
import { personalInquiryView, personalInquiryViews, type Services, visibleInquiry } from "../services.ts";

const common = { tag: "Inquiries", method: "get", scope: "any", status: 200 } as const;
const path = "/v1/inquiries";

/** `stopping` aborts when the server stops; requests that wait then are answered with the inquiry as it is. */
export function addInquiryRoutes(
  app: App,
  services: Pick<Services, "store" | "clock" | "stateCipher" | "agents" | "answerable">,
  waits: InquiryWaits,
  stopping: AbortSignal,
  searches: SearchTurns,
): void {
  const { store, agents } = services;
  const query = PageQuery.extend({
    status: z.enum(wire.inquiryStatuses).optional(),
    conversation: z.string().max(80).optional(),
    run: z.string().max(80).optional(),
    agent: z.string().max(100).optional(),
    q: z.string().max(200).optional().openapi({
      description: "Part of what was asked or answered, of the conversation's title, or of the agent's name",
    }),
    resolvedBy: z.string().max(100).optional().openapi({ description: "Who resolved it" }),
    order: z.enum(["oldest", "newest"]).optional().openapi({ description: "By when they were asked" }),
    resolved: z.enum(["true"]).optional().openapi({ type: "boolean", description: "Only those that are resolved" }),
    waiting: z.enum(["you"]).optional().openapi({ description: "Only those that wait for you: that you may answer" }),
    unanswerable: z.enum(["true"]).optional().openapi({
      type: "boolean",
      description: "With `status=open`, for owners: only those that wait for nobody who may answer",
    }),
    assigned: z.enum(["mine", "unassigned", "others"]).optional().openapi({
      description: "Only those that you have taken or that are assigned to you, that nobody has, or that others have",
    }),
    snoozed: z.enum(["true", "false"]).optional().openapi({
      type: "boolean",
      description: "With `status=open`: only those that you have snoozed, or only those that you have not",
    }),
  });
  addRoute(
    app,
    {
      ...common,
      path,
      summary: "List inquiries, oldest first by default",
      description: `With \`status=open\` and \`waiting=you\` this is the inbox. ${searchDescription}`,
      query,
      response: wire.pageOf(wire.Inquiry),
    },
    async (
      context,
      { query: { conversation, run, q, snoozed, resolved, waiting, assigned, unanswerable, ...filter } },
    ) => {
      const principal = context.get("principal");
      if (unanswerable && !managesInquiries(principal)) return forbidden("admin");
      const waitingSets = unanswerable && (await emptySets(principal.project));
      const where = {
        ...(waitingSets && { waitingSets }),
        ...(conversation && { conversationId: conversation }),
        ...(run && { runId: run }),
        ...(q && { text: q, titledAgents: agentsTitled(q) }),
        ...(resolved && { statuses: wire.resolutionTypes }),
        ...(snoozed === "true" && { snoozedBy: principal.id }),
        ...(snoozed === "false" && { notSnoozedBy: principal.id }),
        ...(waiting && waitsForFilter(principal)),
        ...(assigned === "mine" && { assignedTo: principal.id }),
        ...(assigned === "others" && { assignedToOtherThan: principal.id }),
        ...(assigned === "unassigned" && { unassigned: true as const }),
        ...visibilityFilter(principal),
      };
      const page = await searches.read(context, { ...filter, ...where }, store.inquiries);
      if (!page.ok) return page.error;
      const items = await personalInquiryViews(services, principal, page.value.items);
      return { status: 200, body: { ...page.value, items } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      path: "/v1/inbox/count",
      summary: "Count the inquiries of your inbox",
      description:
        "Those that wait for you: others that you see, but may not answer, are not counted. `open` leaves out those that you have snoozed, which `snoozed` counts.",
      response: wire.InboxCount,
    },
    async (context) => {
      const principal = context.get("principal");
      const whose = { ...visibilityFilter(principal), ...waitsForFilter(principal) };
      const open = await store.openInquiryCount({ ...whose, notSnoozedBy: principal.id });
      const snoozed = await store.openInquiryCount({ ...whose, snoozedBy: principal.id });
      return { status: 200, body: { open, snoozed } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      path: `${path}/{id}`,
      summary: "Read an inquiry, or wait until it is resolved",
      params: IdParams,
      query: WaitQuery,
      response: wire.Inquiry,
    },
    async (context, { params: { id }, query: { wait: seconds } }) => {
      const found = await visibleInquiry(store, context, id);
      const signal = AbortSignal.any([context.req.raw.signal, stopping]);
      const record = found && seconds > 0 ? await waits.untilResolved(id, seconds * 1000, signal) : found;
      if (!record) return problems.inquiryUnknown;
      // A key may have been revoked meanwhile.
      if (seconds > 0 && !(await context.get("isStillAllowed")())) return problems.unauthorized;
      await recordConsumed(services, context, record);
      return { status: 200, body: await personalInquiryView(services, context.get("principal"), record) };
    },
  );

  async function emptySets(project: string): Promise<readonly string[]> {
    return services.answerable.emptySets(project, await store.waitingSets(project));
  }

  /** The agents whose title for people contains a text. */
  function agentsTitled(text: string): readonly string[] {
    const wanted = toSearchText(text);
    return [...agents.values()]
      .filter((agent) => toSearchText(profileOf(agent.name, agent).title).includes(wanted))
      .map(({ name }) => name);
  }
}
