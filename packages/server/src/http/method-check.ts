import { problemResponse } from "./problem.ts";
import type { App } from "./route.ts";

/** Says of every path that there is which methods it takes; comes after all routes, which are asked first. */
export function refuseOtherMethods(app: App): void {
  const routesByPath = Map.groupBy(
    app.routes.filter(({ method }) => method !== "ALL"),
    ({ path }) => path,
  );
  for (const [path, routes] of routesByPath) {
    const methods = new Set(routes.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])));
    const allowed = [...methods].join(", ");
    app.all(path, (context) => {
      context.header("allow", allowed);
      return problemResponse(context, {
        status: 405,
        code: "method-not-allowed",
        title: "This path does not take that method",
        hint: `It takes ${allowed}; the routes are listed at /docs.`,
      });
    });
  }
}
