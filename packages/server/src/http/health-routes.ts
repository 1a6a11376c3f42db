import { withinTime } from "../runtime/time-limit.ts";
import { problemResponse, problems } from "./problem.ts";
import type { App } from "./route.ts";
import type { Services } from "./services.ts";

/** A store that needs longer than this to say where its log ends is as good as away. */
const patienceMs = 2_000;

export function addHealthRoutes(app: App, { store }: Pick<Services, "store">): void {
  const never = new AbortController().signal;
  let looking: Promise<boolean> | undefined;

  /** Those who ask at the same moment share one look. */
  function isReady(): Promise<boolean> {
    looking ??= withinTime({ signal: never, ms: patienceMs }, () => store.position())
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) =>
    (await isReady()) ? context.json({ status: "ready" }) : problemResponse(context, problems.unavailable),
  );
}
