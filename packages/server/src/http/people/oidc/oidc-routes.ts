import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { NewPerson } from "../../../store/people/directory.ts";
import { defaultProject } from "../../../store/people/directory.ts";
import { createId, hashOfToken } from "../../access/secret-token.ts";
import type { Cipher } from "../../cipher.ts";
import { type Problem, problemResponse, problems } from "../../problems/problem.ts";
import type { App, AppContext } from "../../route.ts";
import { formPageHeaders, messagePage, redirectPage } from "../form-page.ts";
import { textsFor } from "../page-texts.ts";
import { pathOnThisServer } from "../path-on-this-server.ts";
import { isPage, type SignInOptions, startSession } from "../sign-in.ts";
import { createOidcClient, type Flow, type Identified, newSecrets, type OidcSettings } from "./oidc-client.ts";

export interface OidcOptions extends SignInOptions {
  readonly providers: readonly OidcSettings[];
  /** Seals what a browser keeps while it is at the provider. */
  readonly cipher: Cipher;
  readonly publicUrl?: string | undefined;
  /** Whether links to sign in are mailed here. */
  readonly isMailed: boolean;
  onError(requestId: string, error: unknown): void;
}

const flowMs = 10 * 60 * 1000;
const maxNameLength = 80;

/** Signing in by OpenID Connect: the browser goes to the provider and comes back with a code, which is exchanged once. */
export function addOidcRoutes(app: App, options: OidcOptions): void {
  const { providers, directory, clock, cipher, addresses, publicUrl } = options;
  const clients = new Map(providers.map((settings) => [settings.name, { settings, ...createOidcClient(settings) }]));

  // The sign-in page reads it before anybody is signed in.
  app.get("/sign-in/providers", (context) =>
    context.json({ items: providers.map(({ name, title = name }) => ({ name, title })), mail: options.isMailed }),
  );

  app.get("/sign-in/oidc/:provider", async (context) => {
    const client = clients.get(context.req.param("provider"));
    const next = pathOnThisServer(context.req.query("next") ?? "/");
    if (!client || next === undefined) return problemResponse(context, problems.notFound);
    const { name } = client.settings;
    const secrets = await newSecrets();
    const invitation = context.req.query("invitation");
    const flow: Flow = { ...secrets, provider: name, next, startedAt: clock.now(), invitation };
    try {
      const url = await client.start(secrets, callbackOf(context, name));
      setCookie(context, cookieName(context), cipher.encrypt(JSON.stringify(flow), name), {
        httpOnly: true,
        // The provider leads back here from its own site.
        sameSite: "Lax",
        path: "/sign-in/oidc",
        maxAge: flowMs / 1000,
        secure: addresses.isEncrypted(context.req.header("host")),
      });
      return context.redirect(url, 302);
    } catch (error) {
      options.onError(context.get("requestId"), error);
      return refuse(context, problems.providerUnavailable);
    }
  });

  app.get("/sign-in/oidc/:provider/callback", formPageHeaders, async (context) => {
    const client = clients.get(context.req.param("provider"));
    if (!client) return problemResponse(context, problems.notFound);
    const flow = takeFlow(context, client.settings.name);
    if (!flow) return refuse(context, problems.signInRefused);
    let identified: Identified;
    try {
      const { search } = new URL(context.req.url);
      identified = await client.finish(flow, new URL(callbackOf(context, client.settings.name) + search));
    } catch {
      // A response of another flow, a second time, or of somebody who said no.
      return refuse(context, problems.signInRefused);
    }
    const person = await personOf(client.settings, identified, flow);
    if (person === undefined) return refuse(context, problems.notAdmitted);
    await startSession(context, options, person);
    // A redirect from another site would come without the strict cookie; a page of our own does not.
    return context.html(redirectPage("Signed in", flow.next));
  });

  /** The flow that this browser began at this provider, once: coming back ends it. */
  function takeFlow(context: AppContext, provider: string): Flow | undefined {
    const sealed = getCookie(context, cookieName(context));
    deleteCookie(context, cookieName(context), { path: "/sign-in/oidc" });
    const text = sealed === undefined ? undefined : cipher.decrypt(sealed, provider);
    const flow = text === undefined ? undefined : (JSON.parse(text) as Flow);
    return flow && clock.now() - flow.startedAt < flowMs ? flow : undefined;
  }

  /** Whoever the provider names: known, invited or admitted. */
  async function personOf(settings: OidcSettings, identified: Identified, flow: Flow): Promise<string | undefined> {
    const { issuer, subject, name, email } = identified;
    const identity = { issuer, subject };
    const known = await directory.identified(identity);
    const hash = hashOfToken(flow.invitation);
    const now = clock.now();
    if (known !== undefined) return signedInAs(known, hash);
    const person: NewPerson = {
      id: createId("per"),
      name: (name?.trim() || email || subject).slice(0, maxNameLength),
      email,
    };
    if (hash !== undefined && (await directory.acceptInvitation(hash, person, now, identity))) return person.id;
    const { project = defaultProject, role = "member", groups = [] } = settings.admit ?? {};
    const member = { project, role, groups, at: now };
    if (isAdmitted(settings, email) && (await directory.addIdentified(identity, person, member))) return person.id;
    // The same account may have signed in elsewhere at the same moment.
    const meanwhile = await directory.identified(identity);
    return meanwhile === undefined ? undefined : signedInAs(meanwhile, hash);
  }

  /** Somebody who is known, unless they are disabled; they accept the invitation that they bring. */
  async function signedInAs(person: string, invitation: string | undefined): Promise<string | undefined> {
    const access = await directory.access(person);
    if (access?.person.disabledAt !== undefined) return undefined;
    if (invitation !== undefined) await directory.acceptInvitation(invitation, { id: person }, clock.now());
    return person;
  }

  function callbackOf(context: AppContext, provider: string): string {
    return new URL(`/sign-in/oidc/${provider}/callback`, publicUrl ?? `http://${context.req.header("host")}`).href;
  }
}

function isAdmitted({ admit }: OidcSettings, email: string | undefined): boolean {
  if (!admit || email === undefined) return false;
  const address = email.toLowerCase();
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return (
    (admit.emails ?? []).some((one) => one.toLowerCase() === address) ||
    (admit.emailDomains ?? []).some((one) => one.toLowerCase() === domain)
  );
}

function cookieName({ req }: AppContext): string {
  const port = URL.parse(`http://${req.header("host")}`)?.port ?? "";
  return `askback_flow_${port}`;
}

function refuse(context: AppContext, problem: Problem): Response | Promise<Response> {
  if (!isPage(context)) return problemResponse(context, problem);
  const texts = textsFor(context.req.header("accept-language"));
  const lead = problem === problems.notAdmitted ? texts.notAdmitted : texts.signInFailed;
  return context.html(messagePage(texts, { title: texts.signInTitle, lead, link: texts.back }), problem.status);
}
