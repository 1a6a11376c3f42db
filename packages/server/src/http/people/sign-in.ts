import type { Clock } from "../../clock.ts";
import type { ContactStore } from "../../store/contacts.ts";
import type { Credentials, Session } from "../../store/people/credentials.ts";
import type { Directory } from "../../store/people/directory.ts";
import { createId, createToken, hashOfToken } from "../access/secret-token.ts";
import { deleteSessionCookie, readSessionCookie, sessionEnd, writeSessionCookie } from "../access/session-cookie.ts";
import type { Addresses } from "../middleware/hosts-and-origins.ts";
import { invalidRequest, problemResponse, problems } from "../problems/problem.ts";
import type { App, AppContext } from "../route.ts";
import { deviceOf } from "./device.ts";
import { formPage, formPageHeaders, redirectPage } from "./form-page.ts";
import { textsFor } from "./page-texts.ts";
import { pathOnThisServer } from "./path-on-this-server.ts";

export const signInPath = "/sign-in";
const linkLifetimeMs = 3600 * 1000;

export interface SignInOptions {
  readonly credentials: Credentials;
  readonly contacts: Pick<ContactStore, "moveSubscriptions" | "removeSubscriptionsOf">;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly addresses: Addresses;
  /** The command that prints a link to sign in here, as people type it. */
  readonly signInCommand: string;
}

/** Creates a link that signs a person in once, within an hour. */
export async function createSignInLink(
  { credentials, clock }: Pick<SignInOptions, "credentials" | "clock">,
  person: string,
): Promise<{ readonly path: string; readonly expiresAt: number }> {
  const now = clock.now();
  const { token, hash } = createToken();
  const expiresAt = now + linkLifetimeMs;
  await credentials.createLink({ hash, person, createdAt: now, expiresAt });
  return { path: `${signInPath}?token=${token}`, expiresAt };
}

/** Whether a request has a link that can be used to sign in. */
export async function hasSignInLink({ req }: AppContext, { credentials, clock }: SignInOptions): Promise<boolean> {
  const hash = req.path === signInPath ? hashOfToken(req.query("token")) : undefined;
  return hash !== undefined && (await credentials.link(hash, clock.now())) !== undefined;
}

/** Signs somebody in, in the browser that makes the request. */
export async function startSession(context: AppContext, options: SignInOptions, person: string): Promise<void> {
  const { credentials, contacts, clock, addresses } = options;
  const now = clock.now();
  const id = createId("ses");
  // Whoever was signed in here before is not any more.
  const earlier = await shownSession(context, credentials);
  if (earlier?.person === person) await contacts.moveSubscriptions({ person, from: earlier.id, to: id });
  if (earlier) await endSession(options, earlier);
  const { token, hash } = createToken();
  const expiresAt = sessionEnd(now, now);
  const device = deviceOf(context.req.header("user-agent"));
  await credentials.createSession({ id, person, device, createdAt: now, expiresAt, hash });
  writeSessionCookie(context, addresses, token, expiresAt - now);
}

/** Ends a session, after what shows notifications in its browser. */
export async function endSession(
  { credentials, contacts }: Pick<SignInOptions, "credentials" | "contacts">,
  { id, person }: Session,
): Promise<void> {
  await contacts.removeSubscriptionsOf(person, id);
  await credentials.endSession(id);
}

async function shownSession(context: AppContext, credentials: Credentials): Promise<Session | undefined> {
  const hash = hashOfToken(readSessionCookie(context));
  return hash === undefined ? undefined : credentials.session(hash);
}

/** Opening a link changes nothing, since programs open links too, to look at them; the button of the page signs in. */
export function addSignInRoutes(app: App, options: SignInOptions): void {
  const { credentials, directory, clock, addresses } = options;

  app.get(signInPath, formPageHeaders, async (context) => {
    const next = nextPage(context);
    if (next === undefined) return problemResponse(context, nextMisfit);
    const token = context.req.query("token");
    const hash = hashOfToken(token);
    const link = hash === undefined ? undefined : await credentials.link(hash, clock.now());
    const access = link && (await directory.access(link.person));
    if (!access) return refuse(context, next);
    const texts = textsFor(context.req.header("accept-language"));
    return context.html(
      formPage(texts, {
        title: texts.signInTitle,
        lead: texts.signInAs(access.person.name),
        action: `${signInPath}?${new URLSearchParams({ token: token ?? "", next })}`,
        button: texts.signIn,
      }),
    );
  });

  app.post(signInPath, async (context) => {
    const next = nextPage(context);
    if (next === undefined) return problemResponse(context, nextMisfit);
    const hash = hashOfToken(context.req.query("token"));
    const person = hash === undefined ? undefined : await credentials.redeemLink(hash, clock.now());
    if (person === undefined) return refuse(context, next);
    await startSession(context, options, person);
    return isPage(context) ? context.redirect(next, 303) : context.body(null, 204);
  });

  // Needs no key: signing out twice does no harm, and pages of other sites are refused before.
  app.post("/sign-out", async (context) => {
    const session = await shownSession(context, credentials);
    if (session) await endSession(options, session);
    deleteSessionCookie(context, addresses);
    return context.body(null, 204);
  });

  function refuse(context: AppContext, next: string): Response | Promise<Response> {
    // The app says how to get a new link, and works as usual in a browser that is signed in already.
    if (isPage(context))
      return context.html(redirectPage("This sign-in link is no longer valid", `${next}#link-expired`), 401);
    return problemResponse(context, {
      ...problems.linkExpired,
      hint: `Run \`${options.signInCommand}\` for a new one, with the settings of this server.`,
    });
  }
}

const nextMisfit = {
  ...invalidRequest("query", [{ path: ["next"], message: "is not the address of a page here" }]),
  hint: "Give a path that begins with one slash, such as /inbox, or leave it out.",
};

function nextPage({ req }: AppContext): string | undefined {
  return pathOnThisServer(req.query("next") ?? "/");
}

/** Whether a browser shows the response to a person. */
export function isPage({ req }: AppContext): boolean {
  return req.header("accept")?.includes("text/html") ?? false;
}
