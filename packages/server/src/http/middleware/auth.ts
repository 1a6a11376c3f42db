import type { MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { Clock } from "../../clock.ts";
import { problemResponse, problems } from "../problem.ts";
import type { AppContext, AppEnv } from "../route.ts";
import { type Keys, owner } from "./api-keys.ts";
import type { Principal } from "./principal.ts";
import type { RateLimit } from "./rate-limit.ts";

export const sessionCookie = "askback_session";

/** Refuses requests without a valid key or cookie, and callers that send too many. */
export function requireKey(
  keys: Keys,
  clock: Clock,
  rateLimit: RateLimit,
  signInCommand: string,
): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const principal = principalOf(context, keys, clock);
    // Whoever has none was limited by address before.
    const wait = principal ? rateLimit.take(principal.id) : 0;
    if (wait > 0) return tooManyRequests(context, wait);
    if (!principal) {
      context.header("www-authenticate", "Bearer");
      const isKeyed = context.req.header("authorization") !== undefined;
      const unauthorized = { ...problems.unauthorized, signInCommand };
      return problemResponse(context, isKeyed ? problems.unknownKey : unauthorized);
    }
    context.set("principal", principal);
    return next();
  };
}

export function tooManyRequests(context: AppContext, waitSeconds: number): Response {
  context.header("retry-after", String(waitSeconds));
  return problemResponse(context, problems.tooMany);
}

/** Whether a request has a valid key; a cookie is none. */
export function hasKey(context: AppContext, keys: Keys, clock: Clock): boolean {
  return context.req.header("authorization") !== undefined && principalOf(context, keys, clock) !== undefined;
}

export function principalOf(context: AppContext, keys: Keys, clock: Clock): Principal | undefined {
  const authorization = context.req.header("authorization");
  if (authorization !== undefined) {
    const [scheme, key] = authorization.split(" ");
    return scheme?.toLowerCase() === "bearer" && key ? keys.principalOf(key) : undefined;
  }
  const cookie = getCookie(context, sessionCookie);
  return cookie !== undefined && keys.isSigned("cookie", cookie, clock.now()) ? owner : undefined;
}
