import * as wire from "@askback/core/wire";
import { problems } from "../problems/problem.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import type { Services } from "../services.ts";

/** Who is calling, and what a person says of themselves. */
export function addMeRoutes(app: App, { store }: Pick<Services, "store">, fileBytes: number): void {
  const { directory } = store;
  addRoute(
    app,
    {
      tag: "People",
      method: "get",
      path: "/v1/me",
      summary: "Read who is calling",
      scope: "known",
      status: 200,
      response: wire.Me,
    },
    async (context) => ({ status: 200, body: await meView(context) }),
  );

  addRoute(
    app,
    {
      tag: "People",
      method: "patch",
      path: "/v1/me",
      summary: "Change your name and avatar",
      description: "What is left out stays; an avatar of `null` is the initials of the name.",
      scope: "known",
      body: wire.UpdateMe,
      status: 200,
      response: wire.Me,
    },
    async (context, { body: { name, avatar } }) => {
      const { id, kind } = context.get("principal");
      if (kind !== "person") return problems.noPerson;
      await directory.updatePerson(id, {
        ...(name !== undefined && { name }),
        ...(avatar !== undefined && { avatar }),
      });
      return { status: 200, body: await meView(context) };
    },
  );

  async function meView(context: AppContext): Promise<wire.Me> {
    const { id, project, scopes, kind, groups, session } = context.get("principal");
    const access = kind === "key" ? undefined : await directory.access(id);
    return {
      id,
      kind,
      ...(access && { name: access.person.name }),
      ...(access?.person.avatar && { avatar: access.person.avatar }),
      project,
      scopes,
      groups,
      ...(access && {
        projects: access.memberships.map((one) => ({ id: one.project, name: one.projectName, role: one.role })),
      }),
      ...(session !== undefined && { session }),
      fileBytes,
    };
  }
}
