import type { MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { Clock } from "../clock.ts";
import { type Keys, owner } from "./keys.ts";
import type { Principal } from "./principal.ts";
import { problemResponse, problems } from "./problem.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { AppContext, AppEnv } from "./route.ts";

export const sessionCookie = "askback_session";

/** Lets a request on only with a key or a cookie, and not too often. */
export function requireKey(keys: Keys, clock: Clock, rateLimit: RateLimit): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const principal = principalOf(context, keys, clock);
    const caller = principal?.id ?? `address ${context.env?.incoming?.socket.remoteAddress ?? "unknown"}`;
    const wait = rateLimit.take(caller);
    if (wait > 0) {
      context.header("retry-after", String(wait));
      return problemResponse(context, problems.tooMany);
    }
    if (!principal) {
      context.header("www-authenticate", "Bearer");
      const isKeyed = context.req.header("authorization") !== undefined;
      return problemResponse(context, isKeyed ? problems.unknownKey : problems.unauthorized);
    }
    context.set("principal", principal);
    return next();
  };
}

function principalOf(context: AppContext, keys: Keys, clock: Clock): Principal | undefined {
  const authorization = context.req.header("authorization");
  if (authorization !== undefined) {
    const [scheme, key] = authorization.split(" ");
    return scheme?.toLowerCase() === "bearer" && key ? keys.principalOf(key) : undefined;
  }
  const cookie = getCookie(context, sessionCookie);
  return cookie !== undefined && keys.isSigned("cookie", cookie, clock.now()) ? owner : undefined;
}
