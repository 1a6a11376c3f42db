import { deleteCookie, setCookie } from "hono/cookie";
import type { Clock } from "../clock.ts";
import { sessionCookie } from "./auth.ts";
import type { Addresses } from "./host-check.ts";
import type { Keys } from "./keys.ts";
import { problemResponse } from "./problem.ts";
import type { App } from "./route.ts";

const cookieSeconds = 30 * 24 * 3600;

/** The path of a link that signs a browser in until a time. */
export function signInPath(keys: Keys, until: number): string {
  return `/sign-in?token=${keys.sign("link", until)}`;
}

export function addSignInRoutes(app: App, keys: Keys, clock: Clock, addresses: Addresses): void {
  app.get("/sign-in", (context) => {
    const token = context.req.query("token") ?? "";
    if (!keys.isSigned("link", token, clock.now())) {
      // A browser is shown the app, which says how to get a new link, or just works where it is signed in already.
      if (context.req.header("accept")?.includes("text/html"))
        return context.html(leadingToTheApp("This sign-in link is no longer valid"), 401);
      return problemResponse(context, {
        status: 401,
        code: "link-expired",
        title: "This sign-in link is no longer valid",
        hint: "Run `askback link` for a new one, with the settings of this server.",
      });
    }
    const cookie = keys.sign("cookie", clock.now() + cookieSeconds * 1000);
    setCookie(context, sessionCookie, cookie, {
      httpOnly: true,
      sameSite: "Strict",
      path: "/",
      maxAge: cookieSeconds,
      secure: addresses.isEncrypted(context.req.header("host")),
    });
    // A redirect from the link would be a cross-site request without the strict cookie; a page of our own is not.
    return context.html(leadingToTheApp("Signed in"));
  });

  // Open to everybody, since a browser that is not signed in is where it wants to be; other sites are refused before.
  app.post("/sign-out", (context) => {
    deleteCookie(context, sessionCookie, { path: "/", secure: addresses.isEncrypted(context.req.header("host")) });
    return context.body(null, 204);
  });
}

function leadingToTheApp(title: string): string {
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/"><title>${title}</title><link rel="icon" href="data:,"><a href="/">Go on</a>`;
}
