import * as wire from "@askback/core/wire";
import { recordSeen } from "../audited-reads.ts";
import type { Outcome } from "../outcome.ts";
import { invalidRequest, problems } from "../problems/problem.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import { personalInquiryView, resolvedProblem, type Services, visibleInquiry } from "../services.ts";

const common = {
  tag: "People",
  method: "post",
  scope: "answer",
  params: IdParams,
  isRepeatable: true,
  status: 200,
  response: wire.Inquiry,
} as const;
const maxSnoozeMs = 366 * 24 * 3600 * 1000;

/** What people do with an inquiry for themselves alone. */
export function addPersonalRoutes(
  app: App,
  services: Pick<Services, "store" | "clock" | "stateCipher" | "answerable">,
): void {
  const { store, clock } = services;
  addRoute(
    app,
    {
      ...common,
      path: "/v1/inquiries/{id}/snooze",
      summary: "Snooze an inquiry until a time",
      description: "`null` brings it back into your inbox. Other people and the agent see no change.",
      body: wire.SnoozeInquiry,
    },
    async (context, { params: { id }, body: { until } }) => {
      const record = await visibleInquiry(store, context, id);
      if (!record) return problems.inquiryUnknown;
      const time = until === null ? undefined : Date.parse(until);
      if (time !== undefined && record.resolution) return resolvedProblem(store, context, id);
      const now = clock.now();
      if (time !== undefined && (time <= now || time > now + maxSnoozeMs))
        return invalidRequest("body", [{ path: ["until"], message: snoozeLimits }]);
      await store.personal.snooze({ principal: context.get("principal").id, inquiryId: id }, time);
      return readInquiry(context, id);
    },
  );

  addRoute(
    app,
    { ...common, path: "/v1/inquiries/{id}/see", summary: "Mark an inquiry as seen by you" },
    async (context, { params: { id } }) => {
      const record = await visibleInquiry(store, context, id);
      if (!record) return problems.inquiryUnknown;
      await recordSeen(services, context, record);
      await store.personal.markSeen({ principal: context.get("principal").id, inquiryId: id });
      return readInquiry(context, id);
    },
  );

  async function readInquiry(context: AppContext, id: string): Promise<Outcome<wire.Inquiry>> {
    const record = await store.inquiry(id);
    if (!record) return problems.inquiryUnknown;
    return { status: 200, body: await personalInquiryView(services, context.get("principal"), record) };
  }
}

const snoozeLimits = "must be a time to come, within a year";
