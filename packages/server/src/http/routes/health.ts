import { withTimeLimit } from "../../time-limit.ts";
import { hasScope } from "../access/principal.ts";
import type { Metrics } from "../middleware/metrics.ts";
import { forbidden, type Problem, problemResponse, problems, unavailable } from "../problems/problem.ts";
import type { App } from "../route.ts";
import type { Services } from "../services.ts";

const monitoringPaths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Whether load balancers and monitors call this path. */
export function isMonitoringPath(path: string): boolean {
  return monitoringPaths.has(path);
}

/** A store that does not answer in this time is taken to be unavailable. */
const readyTimeoutMs = 2_000;

export function addHealthRoutes(
  app: App,
  { store, agents, whyUnavailable }: Pick<Services, "store" | "agents" | "whyUnavailable">,
  isLoopLate: () => boolean,
): void {
  const never = new AbortController().signal;
  let check: Promise<Problem | undefined> | undefined;

  /** Why the store cannot be used; requests at the same time share one check. */
  function whyNotReady(): Promise<Problem | undefined> {
    check ??= withTimeLimit({ signal: never, ms: readyTimeoutMs }, () => store.position())
      .then(
        () => store.whyUnavailable?.(),
        (error: unknown) => error,
      )
      .then((error) => (error === undefined ? undefined : unavailable(error)))
      .finally(() => {
        check = undefined;
      });
    return check;
  }

  /**
   * A server is ready while agents are unavailable: the others work, and so do people. Anybody can read this, so an agent
   * that belongs to some projects only is not named.
   */
  function readiness() {
    const names = [...agents.values()]
      .filter((agent) => !agent.projects && whyUnavailable(agent))
      .map(({ name }) => name);
    return { status: "ready", ...(names.length > 0 && { unavailableAgents: names }) };
  }

  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    // Whoever is late already is not asked to read its store as well.
    if (isLoopLate()) return problemResponse(context, problems.overloaded);
    const problem = await whyNotReady();
    return problem ? problemResponse(context, problem) : context.json(readiness());
  });
}

export function addMetricsRoute(app: App, metrics: Metrics): void {
  app.get("/metrics", async (context) => {
    if (!hasScope(context.get("principal"), "metrics")) return problemResponse(context, forbidden("metrics"));
    return context.text(await metrics.text(), 200, { "content-type": metrics.contentType });
  });
}
