import type { MiddlewareHandler } from "hono";
import type { Addresses } from "./host-check.ts";
import { problemResponse, problems } from "./problem.ts";
import type { AppEnv } from "./route.ts";

const preflightSeconds = "600";

/**
 * Refuses pages of strangers. Those of configured origins may call with a key: browsers are told that our cookie is
 * not for them, so that nobody who is signed in here acts through another page.
 */
export function checkOrigin(addresses: Addresses): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const origin = context.req.header("origin");
    if (origin === undefined || addresses.isOwnOrigin(origin, context.req.header("host"))) return next();
    if (!addresses.isWelcomeOrigin(origin)) return problemResponse(context, problems.foreignOrigin);
    context.header("access-control-allow-origin", origin);
    context.header("access-control-expose-headers", "date, retry-after, x-request-id");
    context.header("vary", "origin", { append: true });
    if (context.req.method === "OPTIONS") {
      context.header("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE");
      context.header("access-control-allow-headers", "authorization, content-type, idempotency-key, last-event-id");
      context.header("access-control-max-age", preflightSeconds);
      return context.body(null, 204);
    }
    return context.req.header("authorization") === undefined ? problemResponse(context, problems.unauthorized) : next();
  };
}
