import type { MiddlewareHandler } from "hono";
import type { Callers } from "../access/callers.ts";
import type { RateLimit } from "../limits/rate-limit.ts";
import type { AppContext, AppEnv } from "../route.ts";
import { tooManyRequests } from "./auth.ts";

/** How many keys and cookies are remembered that were valid when they were last used. */
const mostRemembered = 10_000;

/**
 * Limits callers without a valid key or cookie by the address of their connection. Behind a proxy they all have the same
 * one; whoever is signed in is limited as a person, and whoever has a link can sign in, whatever the others do. Each key or
 * cookie that is not valid costs a query of the store, so an address that gave many is refused before that, unless what it
 * gives was valid before.
 */
export function limitAnonymous(
  callers: Callers,
  hasLink: (context: AppContext) => Promise<boolean>,
  rateLimit: RateLimit,
  forgeryLimit: RateLimit,
): MiddlewareHandler<AppEnv> {
  const remembered = new Set<string>();

  return async (context, next) => {
    const address = context.env?.incoming?.socket.remoteAddress ?? "unknown";
    const hash = callers.unprovenHash(context);
    // It is taken before the lookup, so that no number of requests at once gets past the limit.
    const lookupWait = hash === undefined || remembered.has(hash) ? 0 : forgeryLimit.take(address);
    if (lookupWait > 0) return tooManyRequests(context, lookupWait);
    if (await isKnown(context, hash)) return next();
    const wait = rateLimit.take(address);
    return wait > 0 ? tooManyRequests(context, wait) : next();
  };

  /** Where the store cannot say it, the caller counts as unknown: the app's own files need no store. */
  async function isKnown(context: AppContext, hash: string | undefined): Promise<boolean> {
    try {
      const caller = await callers.of(context);
      const isValid = "principal" in caller || caller.problem.status !== 401;
      if (hash !== undefined) remember(hash, isValid);
      return isValid || (await hasLink(context));
    } catch {
      return false;
    }
  }

  function remember(hash: string, isValid: boolean): void {
    remembered.delete(hash);
    if (isValid) remembered.add(hash);
    const [oldest] = remembered;
    if (oldest !== undefined && remembered.size > mostRemembered) remembered.delete(oldest);
  }
}
