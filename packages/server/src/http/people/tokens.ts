import * as wire from "@askback/core/wire";
import { backendIssuer } from "../../store/people/directory.ts";
import type { EmbedTokens } from "../access/embed-tokens.ts";
import type { Scope } from "../access/principal.ts";
import { createId } from "../access/secret-token.ts";
import { forbidden, invalidRequest, type Problem, problems } from "../problems/problem.ts";
import { type App, addRoute } from "../route.ts";
import type { Services } from "../services.ts";
import { toIsoTime } from "../views.ts";

/** Tokens with which a page of somebody else calls for one person. */
export function addTokenRoute(
  app: App,
  { store: { directory }, clock }: Pick<Services, "store" | "clock">,
  tokens: EmbedTokens,
): void {
  addRoute(
    app,
    {
      tag: "Keys",
      method: "post",
      path: "/v1/tokens",
      summary: "Create a short-lived token for one person",
      description:
        "For a backend, whose pages then call with the token. The person is somebody whom the backend knows by a name of its own (`subject`), who becomes a member " +
        "with the first token; a key with the scope `tokens:groups` may put them into groups. A key with the scope `tokens:members` may name any member instead " +
        "(`person`). The token answers or, for a viewer, reads; it manages nothing. It ends early when the key is revoked or removed, or when the person leaves the " +
        "project or is disabled. The audit records what is done with it as done by the person, with the way `embed` and the name of the key.",
      scope: "tokens",
      isRepeatable: true,
      body: wire.CreateToken,
      status: 201,
      response: wire.Token,
    },
    async (context, { body }) => {
      const { id: backend, project, key, scopes } = context.get("principal");
      const isOfMember = "person" in body;
      if (key === undefined || (isOfMember && !scopes.includes("tokens:members"))) return ofOthers;
      if (!isOfMember && body.groups.length > 0 && !scopes.includes("tokens:groups")) return withGroups;
      const person = isOfMember ? body.person : await identified(project, backend, body);
      const access = await directory.access(person);
      const membership = access?.memberships.find((one) => one.project === project);
      if (!access || !membership || access.person.disabledAt !== undefined) return problems.personUnknown;
      const expiresAt = clock.now() + body.expiresInSeconds * 1000;
      const scope = membership.role === "viewer" ? "read" : "answer";
      const token = tokens.sign({ person, project, scope, expiresAt, key, ...(isOfMember && { isOfMember }) });
      return { status: 201, body: { token, person, expiresAt: toIsoTime(expiresAt) } };
    },
  );

  /** The person whom a backend knows by a name; a new one at first. */
  async function identified(
    project: string,
    backend: string,
    { subject, name, role, groups }: Extract<wire.GivenToken, { readonly subject: string }>,
  ): Promise<string> {
    const identity = { issuer: `${backendIssuer}${project}/key:${backend}`, subject };
    // Before 0.2 the people of a project's backends were those of all of them.
    const known =
      (await directory.identified(identity)) ??
      (await directory.identified({ issuer: `${backendIssuer}${project}`, subject }));
    if (known !== undefined) {
      const access = await directory.access(known);
      if (access && access.person.name !== name) await directory.updatePerson(known, { name });
      return known;
    }
    const id = createId("per");
    const isAdded = await directory.addIdentified(identity, { id, name }, { project, role, groups, at: clock.now() });
    // Another request was first.
    return isAdded ? id : ((await directory.identified(identity)) ?? id);
  }
}

function notAllowed(path: string, message: string, scope: Scope): Problem {
  const { errors, detail } = invalidRequest("body", [{ path: [path], message }]);
  return { ...forbidden("tokens"), hint: `It needs a key with the scope ${scope}.`, errors, detail };
}

const ofOthers = notAllowed(
  "person",
  "cannot be named by this key: name the backend's own people by `subject`",
  "tokens:members",
);
const withGroups = notAllowed("groups", "cannot be given by this key", "tokens:groups");
