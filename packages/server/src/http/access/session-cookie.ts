import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Addresses } from "../middleware/hosts-and-origins.ts";
import type { AppContext } from "../route.ts";

/** How long a session lasts without use. */
const idleSessionMs = 30 * 24 * 3600 * 1000;
/** How long it lasts at most. */
const maxSessionMs = 90 * 24 * 3600 * 1000;

/** When a session that began at a time and is used now ends. */
export function sessionEnd(createdAt: number, now: number): number {
  return Math.min(now + idleSessionMs, createdAt + maxSessionMs);
}

/** Browsers send cookies of one port to all ports of a host, so each port has a name of its own. */
function sessionCookieName(host: string | undefined): string {
  const port = URL.parse(`http://${host}`)?.port ?? "";
  return port === "" ? "askback_session" : `askback_session_${port}`;
}

export function readSessionCookie(context: AppContext): string | undefined {
  return getCookie(context, sessionCookieName(context.req.header("host")));
}

export function writeSessionCookie(context: AppContext, addresses: Addresses, token: string, ms: number): void {
  const host = context.req.header("host");
  context.set("hasCookie", true);
  setCookie(context, sessionCookieName(host), token, {
    httpOnly: true,
    sameSite: "Strict",
    path: "/",
    maxAge: Math.floor(ms / 1000),
    secure: addresses.isEncrypted(host),
  });
}

export function deleteSessionCookie(context: AppContext, addresses: Addresses): void {
  const host = context.req.header("host");
  context.set("hasCookie", true);
  deleteCookie(context, sessionCookieName(host), { path: "/", secure: addresses.isEncrypted(host) });
}
