import * as wire from "@askback/core/wire";
import type { EmbedTokens } from "../access/embed-tokens.ts";
import { createId } from "../access/secret-token.ts";
import { problems } from "../problems/problem.ts";
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
        "For a backend, whose pages then call with the token. The person is a member (`person`), or somebody whom the backend knows by a name of its own " +
        "(`subject`), who becomes a member with the first token. The token answers or, for a viewer, reads; it manages nothing. It ends early when the key is " +
        "revoked, or when the person leaves the project or is disabled.",
      scope: "tokens",
      isRepeatable: true,
      body: wire.CreateToken,
      status: 201,
      response: wire.Token,
    },
    async (context, { body }) => {
      const { project, key } = context.get("principal");
      const person = "subject" in body ? await identified(project, body) : body.person;
      const access = await directory.access(person);
      const membership = access?.memberships.find((one) => one.project === project);
      if (!access || !membership || access.person.disabledAt !== undefined) return problems.personUnknown;
      const expiresAt = clock.now() + body.expiresInSeconds * 1000;
      const scope = membership.role === "viewer" ? "read" : "answer";
      const token = tokens.sign({ person, project, scope, expiresAt, ...(key !== undefined && { key }) });
      return { status: 201, body: { token, person, expiresAt: toIsoTime(expiresAt) } };
    },
  );

  /** The person whom the project's backends know by a name; a new one at first. */
  async function identified(
    project: string,
    { subject, name, role, groups }: Extract<wire.GivenToken, { readonly subject: string }>,
  ): Promise<string> {
    const identity = { issuer: `project:${project}`, subject };
    const known = await directory.identified(identity);
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
