import * as wire from "@askback/core/wire";
import { respond } from "./idempotency.ts";
import { type App, addRoute } from "./route.ts";

export function addMeRoutes(app: App): void {
  addRoute(
    app,
    {
      tag: "People",
      method: "get",
      path: "/v1/me",
      summary: "Read who is calling",
      scope: "any",
      status: 200,
      response: wire.Me,
    },
    (context) => {
      const { id, project, scopes } = context.var.principal;
      return respond(context, { status: 200, body: { id, project, scopes } });
    },
  );
}
