import type { MiddlewareHandler } from "hono";
import type { Clock } from "../../clock.ts";
import type { AppEnv } from "../route.ts";
import { hasSignInLink } from "../routes/sign-in.ts";
import type { Keys } from "./api-keys.ts";
import { principalOf, tooManyRequests } from "./auth.ts";
import type { RateLimit } from "./rate-limit.ts";

/**
 * Limits callers without a valid key or cookie by the address of their connection. Behind a proxy they all have the same
 * one; whoever is signed in is limited as a person, and whoever has a link can sign in, whatever the others do.
 */
export function limitAnonymous(keys: Keys, clock: Clock, rateLimit: RateLimit): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    if (principalOf(context, keys, clock) || hasSignInLink(context, keys, clock)) return next();
    const wait = rateLimit.take(context.env?.incoming?.socket.remoteAddress ?? "unknown");
    return wait > 0 ? tooManyRequests(context, wait) : next();
  };
}
