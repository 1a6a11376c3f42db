import * as wire from "@askback/core/wire";
import type { Invitation } from "../../store/people/directory.ts";
import { createId, createToken } from "../access/secret-token.ts";
import { problems } from "../problems/problem.ts";
import { type App, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import type { Services } from "../services.ts";
import { toIsoTime } from "../views.ts";
import { joinPath } from "./join.ts";

const common = { tag: "People", scope: "admin" } as const;
const lifetimeMs = 7 * 24 * 3600 * 1000;

/** Links by which somebody joins a project. */
export function addInvitationRoutes(
  app: App,
  { store: { directory }, clock }: Pick<Services, "store" | "clock">,
  publicUrl?: string,
): void {
  addRoute(
    app,
    {
      ...common,
      method: "post",
      path: "/v1/invitations",
      summary: "Invite one person to the project",
      description: "The link is in the response and nowhere else. It works once, within seven days.",
      isRepeatable: true,
      body: wire.CreateInvitation,
      status: 201,
      response: wire.CreatedInvitation,
    },
    async (context, { body: { role, groups, email } }) => {
      const { project, id: invitedBy } = context.get("principal");
      const at = clock.now();
      const { token, hash } = createToken();
      const invitation = {
        id: createId("inv"),
        project,
        role,
        groups,
        email,
        invitedBy,
        at,
        expiresAt: at + lifetimeMs,
      };
      await directory.invite({ ...invitation, hash });
      const path = `${joinPath}?token=${token}`;
      const url = new URL(path, publicUrl ?? `http://${context.req.header("host")}`).href;
      return { status: 201, body: { ...invitationView(invitation), url, path } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: "/v1/invitations",
      summary: "List the invitations that nobody has accepted yet",
      status: 200,
      response: wire.listOf(wire.Invitation),
    },
    async (context) => {
      const found = await directory.invitations(context.get("principal").project, clock.now());
      return { status: 200, body: { items: found.map(invitationView) } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "delete",
      path: "/v1/invitations/{id}",
      summary: "Revoke an invitation",
      params: IdParams,
      status: 204,
    },
    async (context, { params: { id } }) =>
      (await directory.revokeInvitation(context.get("principal").project, id))
        ? { status: 204 }
        : problems.invitationUnknown,
  );
}

function invitationView({ id, role, groups, email, invitedBy, at, expiresAt }: Invitation): wire.Invitation {
  return {
    id,
    role,
    groups,
    ...(email !== undefined && { email }),
    invitedBy,
    createdAt: toIsoTime(at),
    expiresAt: toIsoTime(expiresAt),
  };
}
