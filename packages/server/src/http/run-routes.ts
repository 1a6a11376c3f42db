import * as wire from "@askback/core/wire";
import { respond } from "./idempotency.ts";
import { problemResponse, problems } from "./problem.ts";
import { type App, addRoute } from "./route.ts";
import { IdParams } from "./schemas.ts";
import { type Services, visibleConversation } from "./services.ts";
import { runView } from "./views.ts";

export function addRunRoutes(app: App, { store }: Pick<Services, "store">): void {
  addRoute(
    app,
    {
      tag: "Runs",
      method: "get",
      path: "/v1/runs/{id}",
      summary: "Read a run: why it waits, and for which inquiry",
      scope: "any",
      params: IdParams,
      status: 200,
      response: wire.Run,
    },
    async (context, { params: { id } }) => {
      const run = await store.run(id);
      if (!run || !(await visibleConversation(store, context, run.conversationId)))
        return problemResponse(context, problems.runUnknown);
      return respond(context, { status: 200, body: runView(run) });
    },
  );
}
