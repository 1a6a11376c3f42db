import type { MiddlewareHandler } from "hono";
import type { Callers } from "../access/callers.ts";
import type { RateLimit } from "../limits/rate-limit.ts";
import type { AppContext, AppEnv } from "../route.ts";
import { tooManyRequests } from "./auth.ts";
import type { RememberedHashes } from "./remembered-hashes.ts";

/** The links by which people sign in or join. */
export interface Links {
  /** Whether a request has something of the form of a link, which only the store can tell to be valid. */
  isShown(context: AppContext): boolean;
  isValid(context: AppContext): Promise<boolean>;
}

export interface AnonymousLimits {
  readonly callers: Callers;
  readonly links: Links;
  readonly remembered: RememberedHashes;
  readonly rateLimit: RateLimit;
  readonly forgeryLimit: RateLimit;
}

/**
 * Limits callers without a valid key or cookie by the address of their connection. Behind a proxy they all have the same
 * one; whoever is signed in is limited as a person, and whoever has a link can sign in, whatever those without a key do.
 * Each key, cookie or link that is not valid costs a query of the store, so an address that gave many is not looked up
 * any more, unless what it gives was valid before. What turns out to be valid costs nothing.
 */
export function limitAnonymous({
  callers,
  links,
  remembered,
  rateLimit,
  forgeryLimit,
}: AnonymousLimits): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const address = context.env?.incoming?.socket.remoteAddress ?? "unknown";
    const hash = callers.unprovenHash(context);
    const isCharged = hash !== undefined && !remembered.has(hash);
    // It is taken before the lookup, so that no number of requests at once gets past the limit.
    const lookupWait = isCharged ? forgeryLimit.take(address) : 0;
    if (lookupWait > 0) return tooManyRequests(context, lookupWait);
    if (await isKnown(context, hash)) {
      if (isCharged) forgeryLimit.giveBack(address);
      return next();
    }
    if (await hasLink(context, address)) return next();
    const wait = rateLimit.take(address);
    return wait > 0 ? tooManyRequests(context, wait) : next();
  };

  /** Where the store cannot say it, the caller counts as unknown: the app's own files need no store. */
  async function isKnown(context: AppContext, hash: string | undefined): Promise<boolean> {
    try {
      const caller = await callers.of(context);
      const isValid = "principal" in caller || caller.problem.status !== 401;
      if (hash !== undefined) remembered.note(hash, isValid);
      return isValid;
    } catch {
      return false;
    }
  }

  /** Above the limit a link counts as none. Forged keys do not use up the lookups of links. */
  async function hasLink(context: AppContext, address: string): Promise<boolean> {
    const charged = `link ${address}`;
    if (!links.isShown(context) || forgeryLimit.take(charged) > 0) return false;
    const isValid = await links.isValid(context).catch(() => false);
    if (isValid) forgeryLimit.giveBack(charged);
    return isValid;
  }
}
