import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { respond } from "./idempotency.ts";
import { inquiryFor } from "./mine.ts";
import { invalidRequest, problemResponse, problems } from "./problem.ts";
import { type App, type AppContext, addRoute } from "./route.ts";
import { IdParams } from "./schemas.ts";
import { resolvedMeanwhile, type Services, visibleInquiry } from "./services.ts";

const common = {
  tag: "People",
  method: "post",
  scope: "answer",
  params: IdParams,
  isRepeatable: true,
  status: 200,
  response: wire.Inquiry,
} as const;
const longestSnoozeMs = 366 * 24 * 3600 * 1000;

/** What the caller does with an inquiry for themselves alone. */
export function addPersonalRoutes(app: App, { store, clock }: Pick<Services, "store" | "clock">): void {
  addRoute(
    app,
    {
      ...common,
      path: "/v1/inquiries/{id}/snooze",
      summary: "Keep an inquiry out of your inbox until a time",
      description: "`null` brings it back. Other people and the agent are not concerned.",
      body: z.strictObject({ until: z.iso.datetime().nullable() }),
    },
    async (context, { params: { id }, body: { until } }) => {
      const record = await visibleInquiry(store, context, id);
      if (!record) return problemResponse(context, problems.inquiryUnknown);
      const time = until === null ? undefined : Date.parse(until);
      if (time !== undefined && record.resolution) return resolvedMeanwhile(store, context, id);
      const now = clock.now();
      if (time !== undefined && (time <= now || time > now + longestSnoozeMs))
        return problemResponse(context, invalidRequest("body", [{ path: ["until"], message: snoozeLimits }]));
      await store.personal.snooze({ principal: context.var.principal.id, inquiryId: id }, time);
      return inquiryResponse(context, id);
    },
  );

  addRoute(
    app,
    { ...common, path: "/v1/inquiries/{id}/see", summary: "Remember that you have looked at an inquiry" },
    async (context, { params: { id } }) => {
      if (!(await visibleInquiry(store, context, id))) return problemResponse(context, problems.inquiryUnknown);
      await store.personal.see({ principal: context.var.principal.id, inquiryId: id });
      return inquiryResponse(context, id);
    },
  );

  async function inquiryResponse(context: AppContext, id: string): Promise<Response> {
    const record = await store.inquiry(id);
    if (!record) return problemResponse(context, problems.inquiryUnknown);
    return respond(context, { status: 200, body: await inquiryFor(store, context.var.principal, record) });
  }
}

const snoozeLimits = "must be a time to come, within a year";
