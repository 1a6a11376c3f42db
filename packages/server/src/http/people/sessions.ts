import * as wire from "@askback/core/wire";
import type { Session } from "../../store/people/credentials.ts";
import type { Principal } from "../access/principal.ts";
import { problems } from "../problems/problem.ts";
import { type App, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import type { Services } from "../services.ts";
import { toIsoTime } from "../views.ts";
import { isOneself, managesMember, managesPerson } from "./management.ts";
import { createSignInLink, endSession } from "./sign-in.ts";

const common = { tag: "People" } as const;

/** Where a person is signed in, and new links to sign in by. */
export function addSessionRoutes(app: App, services: Pick<Services, "store" | "clock">, publicUrl?: string): void {
  const { store, clock } = services;
  const { credentials, directory } = store;

  addRoute(
    app,
    {
      ...common,
      method: "post",
      path: "/v1/sign-in-links",
      summary: "Create a link that signs in, once, within an hour",
      description:
        "For yourself, or as `person` for somebody all of whose projects you manage. The link is in the response and nowhere else.",
      scope: "admin",
      isRepeatable: true,
      body: wire.CreateSignInLink,
      status: 201,
      response: wire.SignInLink,
    },
    async (context, { body: { person } }) => {
      const principal = context.get("principal");
      const target = person ?? principal.id;
      if (!(await maySignIn(principal, target))) return problems.personUnknown;
      const { path, expiresAt } = await createSignInLink({ credentials, clock }, target);
      const base = publicUrl ?? `http://${context.req.header("host")}`;
      return { status: 201, body: { url: new URL(path, base).href, path, expiresAt: toIsoTime(expiresAt) } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: "/v1/sessions",
      summary: "List the browsers in which you are signed in",
      description: "With `person`, those of a member of the project that you manage.",
      scope: "known",
      query: wire.SessionQuery,
      status: 200,
      response: wire.listOf(wire.Session),
    },
    async (context, { query: { person } }) => {
      const principal = context.get("principal");
      if (person !== undefined && !(await mayManage(principal, person))) return problems.personUnknown;
      // A key may have the name of a person elsewhere, and has no sessions.
      const whose = person ?? (principal.kind === "person" ? principal.id : undefined);
      const found = whose === undefined ? [] : await credentials.sessions(whose, clock.now());
      return { status: 200, body: { items: found.map((session) => sessionView(session, principal)) } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "delete",
      path: "/v1/sessions/{id}",
      summary: "End a session, at once",
      description:
        "One of your own, or of a member of the project that you manage. Notifications that were switched on in it are no longer shown in its browser.",
      scope: "known",
      params: IdParams,
      status: 204,
    },
    async (context, { params: { id } }) => {
      const session = await credentials.sessionById(id);
      if (!session || !(await mayManage(context.get("principal"), session.person))) return problems.sessionUnknown;
      await endSession(store, session);
      return { status: 204 };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "put",
      path: "/v1/session",
      summary: "Choose the project of your session",
      description: "Requests of this browser without the header `askback-project` are about it from now on.",
      scope: "known",
      body: wire.ChooseProject,
      status: 204,
    },
    async (context, { body: { project } }) => {
      const { id, session } = context.get("principal");
      if (session === undefined) return problems.noSession;
      const access = await directory.access(id);
      if (!access?.memberships.some((one) => one.project === project)) return problems.projectUnknown;
      await credentials.chooseProject(session, project);
      return { status: 204 };
    },
  );

  /** Whether a caller may see and end the sessions of a person. */
  async function mayManage(principal: Principal, person: string): Promise<boolean> {
    return isOneself(principal, person) || managesMember(principal, await directory.access(person));
  }

  /** Whoever signs in as a person may do what that person may, in all of their projects. */
  async function maySignIn(principal: Principal, person: string): Promise<boolean> {
    const access = await directory.access(person);
    if (!access || access.person.disabledAt !== undefined) return false;
    return isOneself(principal, person) || managesPerson(principal, access);
  }
}

function sessionView(session: Session, principal: Principal): wire.Session {
  const { id, device, createdAt, lastSeenAt, expiresAt } = session;
  return {
    id,
    device,
    createdAt: toIsoTime(createdAt),
    lastSeenAt: toIsoTime(lastSeenAt),
    expiresAt: toIsoTime(expiresAt),
    isCurrent: id === principal.session,
  };
}
