import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { createInsight } from "../insight/insight.ts";
import { type App, addRoute } from "../route.ts";
import type { Services } from "../services.ts";

const query = z.object({
  days: z.enum(["1", "7", "30", "90", "365"]).default("30").openapi({ description: "How many days back" }),
});

/** How questions of the project were answered, for its people. */
export function addInsightRoute(app: App, services: Pick<Services, "store" | "clock">): void {
  const readInsight = createInsight(services);
  addRoute(
    app,
    {
      tag: "People",
      method: "get",
      path: "/v1/insight",
      summary: "Read how questions were answered",
      description:
        "What was open over time, how long answers took by agent and by person, how questions ended, how long agents waited, and what was asked again and again. It is computed anew at most every 30 seconds.",
      scope: "read",
      query,
      status: 200,
      response: wire.Insight,
    },
    async (context, { query: { days } }) => ({
      status: 200,
      body: await readInsight(context.get("principal").project, Number(days)),
    }),
  );
}
