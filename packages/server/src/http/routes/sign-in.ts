import { deleteCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import type { Clock } from "../../clock.ts";
import type { Keys } from "../middleware/api-keys.ts";
import { sessionCookie } from "../middleware/auth.ts";
import type { Addresses } from "../middleware/hosts-and-origins.ts";
import { problemResponse } from "../problem.ts";
import type { App, AppContext } from "../route.ts";

const cookieSeconds = 30 * 24 * 3600;

const path = "/sign-in";

/** The path of a link that signs a browser in until a time. */
export function signInPath(keys: Keys, until: number): string {
  return `${path}?token=${keys.sign("link", until)}`;
}

/** Whether a request opens a link that signs in. */
export function hasSignInLink({ req }: AppContext, keys: Keys, clock: Clock): boolean {
  return req.path === path && keys.isSigned("link", req.query("token") ?? "", clock.now());
}

interface SignInOptions {
  readonly keys: Keys;
  readonly clock: Clock;
  readonly addresses: Addresses;
  /** The command that prints a link to sign in here, as people type it. */
  readonly signInCommand: string;
}

export function addSignInRoutes(app: App, { keys, clock, addresses, signInCommand }: SignInOptions): void {
  app.get(path, (context) => {
    const next = pathOnThisServer(context.req.query("next") ?? "/");
    if (next === undefined)
      return problemResponse(context, {
        status: 400,
        code: "invalid-request",
        title: "`next` is not the address of a page here",
        hint: "Give a path that begins with one slash, such as /inbox, or leave it out.",
      });
    if (!hasSignInLink(context, keys, clock)) {
      // The app says how to get a new link, and works as usual in a browser that is signed in already.
      if (context.req.header("accept")?.includes("text/html"))
        return context.html(redirectPage("This sign-in link is no longer valid", `${next}#link-expired`), 401);
      return problemResponse(context, {
        status: 401,
        code: "link-expired",
        title: "This sign-in link is not valid: it is too old, or of another server",
        hint: `Run \`${signInCommand}\` for a new one, with the settings of this server.`,
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
    return context.html(redirectPage("Signed in", next));
  });

  // Needs no key: signing out twice does no harm, and pages of other sites are refused before.
  app.post("/sign-out", (context) => {
    deleteCookie(context, sessionCookie, { path: "/", secure: addresses.isEncrypted(context.req.header("host")) });
    return context.body(null, 204);
  });
}

const maxPathLength = 2_000;
const here = "http://askback.invalid";

/** The path as a browser reads it, or undefined if it would lead elsewhere or sign in again. */
function pathOnThisServer(path: string): string | undefined {
  if (!path.startsWith("/") || path.length > maxPathLength) return undefined;
  const url = URL.parse(path, here);
  if (url?.origin !== here || url.username !== "" || /^\/sign-/.test(url.pathname)) return undefined;
  // A path such as /.//elsewhere becomes one that browsers read as another host.
  return url.pathname.startsWith("//") ? undefined : url.pathname + url.search;
}

function redirectPage(title: string, path: string) {
  return html`<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${path}"><title>${title}</title><link rel="icon" href="data:,"><a href="${path}">Go on</a>`;
}
