import { problemResponse, problems } from "./problem.ts";
import type { App } from "./route.ts";
import type { Services } from "./services.ts";

export function addHealthRoutes(app: App, { store }: Pick<Services, "store">): void {
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    try {
      await store.position();
      return context.json({ status: "ready" });
    } catch {
      return problemResponse(context, problems.unavailable);
    }
  });
}
