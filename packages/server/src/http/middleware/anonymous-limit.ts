import type { MiddlewareHandler } from "hono";
import type { Callers } from "../access/callers.ts";
import type { RateLimit } from "../limits/rate-limit.ts";
import type { AppContext, AppEnv } from "../route.ts";
import { tooManyRequests } from "./auth.ts";

/**
 * Limits callers without a valid key or cookie by the address of their connection. Behind a proxy they all have the same
 * one; whoever is signed in is limited as a person, and whoever has a link can sign in, whatever the others do.
 */
export function limitAnonymous(
  callers: Callers,
  hasLink: (context: AppContext) => Promise<boolean>,
  rateLimit: RateLimit,
): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    if (await isKnown(context)) return next();
    const wait = rateLimit.take(context.env?.incoming?.socket.remoteAddress ?? "unknown");
    return wait > 0 ? tooManyRequests(context, wait) : next();
  };

  /** Where the store cannot say it, the caller counts as unknown: the app's own files need no store. */
  async function isKnown(context: AppContext): Promise<boolean> {
    try {
      const caller = await callers.of(context);
      return "principal" in caller || caller.problem.status !== 401 || (await hasLink(context));
    } catch {
      return false;
    }
  }
}
