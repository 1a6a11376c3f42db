import * as wire from "@askback/core/wire";
import { type Member, ownerId, type Person } from "../../store/people/directory.ts";
import { hasScope, isOperator } from "../access/principal.ts";
import { createId } from "../access/secret-token.ts";
import { forbidden, problems } from "../problems/problem.ts";
import { type App, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import type { Services } from "../services.ts";
import { toIsoTime } from "../views.ts";
import { managesPerson } from "./management.ts";

const common = { tag: "People" } as const;

/** The people of a project. */
export function addMemberRoutes(app: App, { store, clock }: Pick<Services, "store" | "clock">): void {
  const { directory, credentials, contacts } = store;

  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: "/v1/people",
      summary: "Read names and avatars",
      description:
        "Of the ids that conversations and inquiries name, also of people who have left the project; an id that is not listed is the name of a key.",
      scope: "known",
      query: wire.PeopleQuery,
      status: 200,
      response: wire.listOf(wire.Person),
    },
    async (context, { query: { id } }) => {
      const { project } = context.get("principal");
      const found =
        id === undefined
          ? (await directory.members(project)).map(({ person }) => person)
          : await directory.people(project, [...new Set([id].flat())]);
      return { status: 200, body: { items: found.map(personView) } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: "/v1/members",
      summary: "List the members of the project",
      scope: "known",
      status: 200,
      response: wire.listOf(wire.Member),
    },
    async (context) => {
      const principal = context.get("principal");
      const found = await directory.members(principal.project);
      const isAdmin = hasScope(principal, "admin");
      return { status: 200, body: { items: found.map((member) => memberView(member, isAdmin)) } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "post",
      path: "/v1/members",
      summary: "Add a new person",
      description:
        "`POST /v1/sign-in-links` gives the first link to sign in by; an invitation lets people name themselves.",
      scope: "admin",
      isRepeatable: true,
      body: wire.AddMember,
      status: 201,
      response: wire.Member,
    },
    async (context, { body: { name, email, role, groups } }) => {
      const { project } = context.get("principal");
      const id = createId("per");
      await directory.addMember({ id, name, email }, { project, role, groups, at: clock.now() });
      const added = await memberOf(project, id);
      return added ? { status: 201, body: memberView(added, true) } : problems.personUnknown;
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "patch",
      path: "/v1/members/{id}",
      summary: "Change the role of a member, or disable the person",
      description:
        "A project keeps an owner who can sign in. Whoever is disabled is signed out everywhere; that is for those who manage all projects of the person.",
      scope: "admin",
      params: IdParams,
      body: wire.ChangeMember,
      status: 200,
      response: wire.Member,
    },
    async (context, { params: { id }, body: { role, isDisabled } }) => {
      const principal = context.get("principal");
      const { project } = principal;
      if (!(await memberOf(project, id))) return problems.personUnknown;
      const access = await directory.access(id);
      if (isDisabled !== undefined && (!access || id === ownerId || !managesPerson(principal, access)))
        return problems.managedElsewhere;
      if (isDisabled && (await directory.disablePerson(id, clock.now())) === "last-owner") return problems.lastOwner;
      if (isDisabled) await contacts.removeSubscriptionsOf(id);
      if (isDisabled) await credentials.endSessionsOf(id);
      if (isDisabled === false) await directory.enablePerson(id);
      if (role !== undefined && (await directory.changeRole(project, id, role)) === "last-owner")
        return problems.lastOwner;
      const changed = await memberOf(project, id);
      return changed ? { status: 200, body: memberView(changed, true) } : problems.personUnknown;
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "delete",
      path: "/v1/members/{id}",
      summary: "Remove somebody from the project, at once",
      description: "What they did stays, under their name. Everybody may leave.",
      scope: "known",
      params: IdParams,
      status: 204,
    },
    async (context, { params: { id } }) => {
      const principal = context.get("principal");
      const isLeaving = principal.kind === "person" && principal.id === id;
      if (!isLeaving && !hasScope(principal, "admin")) return forbidden("admin");
      const removed = await directory.removeMember(principal.project, id, clock.now());
      if (removed === "last-owner") return problems.lastOwner;
      return removed === "done" ? { status: 204 } : problems.personUnknown;
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "post",
      path: "/v1/projects",
      summary: "Create a project, as the person to whom the server belongs",
      description: "You are its owner.",
      scope: "admin",
      isRepeatable: true,
      body: wire.CreateProject,
      status: 201,
      response: wire.OwnProject,
    },
    async (context, { body: { id, name = id } }) => {
      const principal = context.get("principal");
      if (!isOperator(principal)) return problems.operatorOnly;
      const at = clock.now();
      if (!(await directory.createProject({ id, name, at }))) return problems.projectExists;
      await directory.addMember({ id: principal.id }, { project: id, role: "owner", groups: [], at });
      return { status: 201, body: { id, name, role: "owner" as const } };
    },
  );

  async function memberOf(project: string, id: string): Promise<Member | undefined> {
    return (await directory.members(project)).find(({ person }) => person.id === id);
  }
}

function personView({ id, name, avatar }: Person): wire.Person {
  return { id, name, ...(avatar && { avatar }) };
}

function memberView({ person, role, groups, formerGroups, joinedAt }: Member, isAdmin: boolean): wire.Member {
  return {
    ...personView(person),
    ...(isAdmin && person.email !== undefined && { email: person.email }),
    role,
    groups,
    ...(formerGroups.length > 0 && { formerGroups }),
    joinedAt: toIsoTime(joinedAt),
    ...(person.disabledAt !== undefined && { isDisabled: true }),
  };
}
