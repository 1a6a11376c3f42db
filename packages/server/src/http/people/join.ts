import { bodyLimit } from "hono/body-limit";
import type { Invited } from "../../store/people/directory.ts";
import type { Callers } from "../access/callers.ts";
import { createId, hashOfToken } from "../access/secret-token.ts";
import { invalidRequest, problemResponse, problems } from "../problems/problem.ts";
import type { App, AppContext } from "../route.ts";
import { formPage, formPageHeaders, redirectPage } from "./form-page.ts";
import { textsFor } from "./page-texts.ts";
import { isPage, type SignInOptions, startSession } from "./sign-in.ts";

export const joinPath = "/join";
const maxNameLength = 80;

/** Whether a request has an invitation that can be accepted. */
export async function hasInvitation({ req }: AppContext, { directory, clock }: SignInOptions): Promise<boolean> {
  const hash = req.path === joinPath ? hashOfToken(req.query("token")) : undefined;
  return hash !== undefined && (await directory.invitation(hash, clock.now())) !== undefined;
}

/** The page of an invitation: whoever is signed in joins as who they are, everybody else as a new person. */
export function addJoinRoutes(app: App, options: SignInOptions, callers: Callers): void {
  const { directory, credentials, clock } = options;

  app.get(joinPath, formPageHeaders, async (context) => {
    const token = context.req.query("token");
    const hash = hashOfToken(token);
    const invitation = hash === undefined ? undefined : await directory.invitation(hash, clock.now());
    if (!invitation) return refuse(context);
    const texts = textsFor(context.req.header("accept-language"));
    const project = (await directory.projectName(invitation.project)) ?? invitation.project;
    const known = await signedInPerson(context);
    return context.html(
      formPage(texts, {
        title: texts.joinTitle(project),
        lead: known ? texts.joinAs(known.name) : texts.joinLead,
        action: `${joinPath}?${new URLSearchParams({ token: token ?? "" })}`,
        button: texts.join,
        ...(!known && { field: { name: "name", label: texts.yourName, maxLength: maxNameLength } }),
      }),
    );
  });

  app.post(joinPath, bodyLimit({ maxSize: 16 * 1024, onError: tooLarge }), async (context) => {
    const hash = hashOfToken(context.req.query("token"));
    const invitation = hash === undefined ? undefined : await directory.invitation(hash, clock.now());
    if (!invitation || hash === undefined) return refuse(context);
    const known = await signedInPerson(context);
    const person = known ? { id: known.id } : await newPerson(context, invitation.email);
    if (!person) return problemResponse(context, nameMissing);
    if (!(await directory.acceptInvitation(hash, person, clock.now()))) return refuse(context);
    if (known) await credentials.chooseProject(known.session, invitation.project);
    else await startSession(context, options, person.id);
    return isPage(context) ? context.redirect("/", 303) : context.body(null, 204);
  });

  async function signedInPerson(context: AppContext) {
    const caller = await callers.of(context);
    const session = "principal" in caller ? caller.session : undefined;
    const access = session && (await directory.access(session.person));
    return access && session && { id: access.person.id, name: access.person.name, session: session.id };
  }

  async function newPerson(context: AppContext, email: string | undefined): Promise<Invited | undefined> {
    const { name } = await context.req.parseBody();
    const given = typeof name === "string" ? name.trim() : "";
    return given === "" || given.length > maxNameLength ? undefined : { id: createId("per"), name: given, email };
  }

  function refuse(context: AppContext): Response | Promise<Response> {
    if (isPage(context)) return context.html(redirectPage("This invitation is no longer valid", "/#link-expired"), 401);
    return problemResponse(context, problems.invitationExpired);
  }
}

function tooLarge(context: Parameters<typeof problemResponse>[0]): Response {
  return problemResponse(context, problems.bodyTooLarge);
}

const nameMissing = invalidRequest("body", [{ path: ["name"], message: `must have 1 to ${maxNameLength} characters` }]);
