import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { problemResponse, problems } from "../problems/problem.ts";
import type { AppEnv } from "../route.ts";
import { isMonitoringPath } from "../routes/health.ts";

/** The addresses under which this server may be called, and the pages that may call it. */
export interface Addresses {
  /** False for a name that was rebound to this machine by DNS. */
  isOwnHost(host: string | undefined): boolean;
  /** False for a page of another port of this machine, though browsers send it our cookie. */
  isOwnOrigin(origin: string, host: string | undefined): boolean;
  /** Whether pages of this origin may call with a key, by configuration. */
  isAllowedOrigin(origin: string): boolean;
  /** Whether browsers reach this host by https, so that a cookie can be limited to it. */
  isEncrypted(host: string | undefined): boolean;
}

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

export function createAddresses(publicUrl: string | undefined, origins: readonly string[] = []): Addresses {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  const allowed = origins.map((origin) => new URL(origin).origin);
  const isLoopback = (url: URL) => url.protocol === "http:" && loopbackNames.includes(url.hostname);
  const isOwn = (url: URL) => isLoopback(url) || (own !== undefined && url.host === own.host);
  const isOwnHost = remembered((host: string) => {
    const url = URL.parse(`http://${host}`);
    return url !== null && isOwn(url);
  });
  return {
    isOwnHost: (host) => host !== undefined && isOwnHost(host),
    isAllowedOrigin: (origin) => allowed.includes(origin),
    isEncrypted: (host) => own?.protocol === "https:" && own.host === host,
    isOwnOrigin(origin, host) {
      const url = URL.parse(origin);
      if (url === null) return false;
      return url.origin === own?.origin || (isLoopback(url) && url.host === URL.parse(`http://${host}`)?.host);
    },
  };
}

/** So many answers are remembered; callers can invent more names. */
const rememberedNames = 100;

/** Asks once for each name, as long as there are few of them. */
function remembered(ask: (name: string) => boolean): (name: string) => boolean {
  const answers = new Map<string, boolean>();
  return (name) => {
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = ask(name);
    if (answers.size < rememberedNames) answers.set(name, answer);
    return answer;
  };
}

/** Refuses a Host that is not ours. A monitor calls by the server's address and reads nothing that needs protection. */
export function checkHost(addresses: Addresses): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const isOwn = addresses.isOwnHost(context.req.header("host")) || isMonitoringPath(context.req.path);
    return isOwn ? next() : problemResponse(context, problems.foreignHost);
  };
}

/**
 * Refuses pages of other origins. Those of configured origins may call with a key, and never by cookie: otherwise they
 * could act for whoever is signed in here.
 */
export function checkOrigin(
  addresses: Addresses,
  onForeign: (origin: string) => void = () => {},
): MiddlewareHandler<AppEnv> {
  const tellOnce = createOnce(onForeign);
  const allowOrigin = cors({
    origin: (origin) => origin,
    allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    allowHeaders: ["askback-project", "authorization", "content-type", "file-name", "idempotency-key", "last-event-id"],
    exposeHeaders: ["date", "retry-after", "x-request-id"],
    maxAge: 600,
  });
  return async (context, next) => {
    const origin = context.req.header("origin");
    if (origin === undefined || addresses.isOwnOrigin(origin, context.req.header("host"))) return next();
    if (!addresses.isAllowedOrigin(origin)) {
      tellOnce(URL.parse(origin)?.origin);
      return problemResponse(context, problems.foreignOrigin);
    }
    // Whether a server runs is no secret, and a page asks it before it has a key.
    const isOpen = context.req.path === "/healthz" || context.req.header("authorization") !== undefined;
    return allowOrigin(context, async () => {
      if (isOpen) return next();
      context.res = problemResponse(context, problems.unauthorized);
    });
  };
}

/** So many origins are reported; anybody can invent more. */
const reportedOrigins = 100;

/** Calls `report` once for each origin of the web. */
function createOnce(report: (origin: string) => void): (origin: string | undefined) => void {
  const reported = new Set<string>();
  return (origin) => {
    if (origin === undefined || !/^https?:/.test(origin) || reported.has(origin) || reported.size >= reportedOrigins)
      return;
    reported.add(origin);
    report(origin);
  };
}
