import * as wire from "@askback/core/wire";
import type { ListedGroup } from "../../store/people/directory.ts";
import { invalidRequest, problems } from "../problems/problem.ts";
import { type App, addRoute } from "../route.ts";
import type { Services } from "../services.ts";

const common = { tag: "People" } as const;

/** The groups of a project. */
export function addGroupRoutes(app: App, { store: { directory } }: Pick<Services, "store">): void {
  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: "/v1/groups",
      summary: "List the groups of the project",
      scope: "known",
      status: 200,
      response: wire.listOf(wire.Group),
    },
    async (context) => {
      const items = await directory.groups(context.get("principal").project);
      return { status: 200, body: { items: items.map(groupView) } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "put",
      path: "/v1/groups/{name}",
      summary: "Create a group, or replace its people",
      scope: "admin",
      params: wire.GroupParams,
      body: wire.SaveGroup,
      status: 200,
      response: wire.Group,
    },
    async (context, { params: { name }, body: { people } }) => {
      const { project } = context.get("principal");
      const members = new Set((await directory.members(project)).map(({ person }) => person.id));
      const issues = people.flatMap((id, index) =>
        members.has(id) ? [] : [{ path: ["people", index], message: "is not a member of the project" }],
      );
      if (issues.length > 0) return invalidRequest("body", issues);
      await directory.saveGroup(project, { name, people });
      const saved = (await directory.groups(project)).find((group) => group.name === name);
      return saved ? { status: 200, body: groupView(saved) } : problems.groupUnknown;
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "post",
      path: "/v1/groups/{name}/rename",
      summary: "Rename a group",
      description:
        "It keeps its people. Questions that are open, agents' definitions and programs that name it by an earlier name still mean it, until a new group is given that name.",
      scope: "admin",
      isRepeatable: true,
      params: wire.GroupParams,
      body: wire.RenameGroup,
      status: 200,
      response: wire.Group,
    },
    async (context, { params: { name }, body: { to } }) => {
      const { project } = context.get("principal");
      const renaming = await directory.renameGroup(project, name, to);
      if (renaming === "taken") return problems.groupNameTaken;
      const renamed = (await directory.groups(project)).find((group) => group.name === to);
      return renaming === "done" && renamed ? { status: 200, body: groupView(renamed) } : problems.groupUnknown;
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "delete",
      path: "/v1/groups/{name}",
      summary: "Delete a group",
      scope: "admin",
      params: wire.GroupParams,
      status: 204,
    },
    async (context, { params: { name } }) =>
      (await directory.deleteGroup(context.get("principal").project, name)) ? { status: 204 } : problems.groupUnknown,
  );
}

function groupView({ name, people, formerNames }: ListedGroup): wire.Group {
  return { name, people: [...people], ...(formerNames.length > 0 && { formerNames: [...formerNames] }) };
}
