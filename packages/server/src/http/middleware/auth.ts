import type { MiddlewareHandler } from "hono";
import type { Clock } from "../../clock.ts";
import type { Credentials } from "../../store/people/credentials.ts";
import { type Callers, graceMs, type UsedSession } from "../access/callers.ts";
import { createToken } from "../access/secret-token.ts";
import { sessionEnd, writeSessionCookie } from "../access/session-cookie.ts";
import type { RateLimit } from "../limits/rate-limit.ts";
import { problemResponse, problems } from "../problems/problem.ts";
import type { AppContext, AppEnv } from "../route.ts";
import type { Addresses } from "./hosts-and-origins.ts";
import type { RememberedHashes } from "./remembered-hashes.ts";

export interface AuthOptions {
  readonly callers: Callers;
  readonly remembered: RememberedHashes;
  readonly credentials: Pick<Credentials, "rotateSession">;
  readonly addresses: Addresses;
  readonly clock: Clock;
  readonly rateLimit: RateLimit;
  readonly signInCommand: string;
}

/** After how long a session in use gets another token. */
const rotateMs = 24 * 3600 * 1000;

/** Refuses requests without a valid key or cookie, and callers that send too many. */
export function requireKey(options: AuthOptions): MiddlewareHandler<AppEnv> {
  const { callers, rateLimit, signInCommand } = options;
  return async (context, next) => {
    const caller = await callers.of(context);
    if ("problem" in caller) {
      const { problem, id } = caller;
      const wait = id === undefined ? 0 : rateLimit.take(id);
      if (wait > 0) return tooManyRequests(context, wait);
      if (problem.status === 401) context.header("www-authenticate", "Bearer");
      return problemResponse(context, problem === problems.unauthorized ? { ...problem, signInCommand } : problem);
    }
    const { principal, session } = caller;
    // Whoever has none was limited by address before.
    const wait = rateLimit.take(JSON.stringify([principal.project, principal.id]));
    if (wait > 0) return tooManyRequests(context, wait);
    if (session) await rotate(context, options, session);
    context.set("principal", principal);
    context.set("isStillAllowed", () => callers.isStill(context, principal));
    return next();
  };
}

/** Gives a session another token once a day, and where the last one was lost on its way. */
async function rotate(
  context: AppContext,
  { clock, credentials, addresses, remembered }: AuthOptions,
  { id, hash, shownHash, rotatedAt, confirmedAt, createdAt }: UsedSession,
): Promise<void> {
  const now = clock.now();
  const lostBefore = now - graceMs;
  const isDue = shownHash === hash ? now - rotatedAt >= rotateMs : confirmedAt === undefined && rotatedAt < lostBefore;
  if (!isDue) return;
  const { token, hash: to } = createToken();
  const expiresAt = sessionEnd(createdAt, now);
  if (!(await credentials.rotateSession({ id, from: shownHash, to, at: now, expiresAt, lostBefore }))) return;
  remembered.note(to, true);
  writeSessionCookie(context, addresses, token, expiresAt - now);
}

export function tooManyRequests(context: AppContext, waitSeconds: number): Response {
  context.header("retry-after", String(waitSeconds));
  return problemResponse(context, problems.tooMany);
}

/**
 * Whether a request has a valid key; a cookie is none. It is asked before any limit, so a key that only the store knows
 * counts once it was used before.
 */
export async function hasKey(context: AppContext, callers: Callers, remembered: RememberedHashes): Promise<boolean> {
  if (context.req.header("authorization") === undefined) return false;
  const hash = callers.unprovenHash(context);
  if (hash !== undefined && !remembered.has(hash)) return false;
  // Where the store cannot say it, the request itself is refused for that.
  return callers.of(context).then(
    (caller) => "principal" in caller,
    () => false,
  );
}
