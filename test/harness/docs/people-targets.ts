import { createApiKey, createToken } from "../../../packages/server/src/http/access/secret-token.ts";
import { createSignInLink } from "../../../packages/server/src/http/people/sign-in.ts";
import type { TestApp } from "../../../packages/server/src/http/testing/test-app.ts";
import type { NewInvitation } from "../../../packages/server/src/store/people/directory.ts";
import type { Target } from "./route-targets.ts";
import type { TestedRoute } from "./routes.ts";

type PeopleTarget = Pick<Target, "path" | "state">;
const project = "default";

/** Somebody or something of the people of the project, for a route that names one; undefined for any other route. */
export async function peopleTarget(
  { store, clock }: TestApp,
  { method, path }: TestedRoute,
): Promise<(PeopleTarget & { readonly sent?: undefined }) | undefined> {
  const { credentials, directory } = store;
  const named = (id: string, state: () => Promise<unknown>) => ({ path: path.replace(/\{\w+\}/, id), state });
  const nothing = async () => undefined;
  if (path === "/sign-in")
    return { path: (await createSignInLink({ credentials, clock }, "owner")).path, state: nothing };
  if (path === "/join") {
    const { token, hash } = createToken();
    // Whoever accepts it must not be more in the project of the conversations.
    await directory.invite({ ...invitationOf(hash, clock.now()), project: "shed" });
    return { path: `${path}?token=${token}`, state: nothing };
  }
  if (path.startsWith("/v1/invitations/")) {
    const { hash } = createToken();
    await directory.invite(invitationOf(hash, clock.now()));
    return named(`inv_${hash}`, () => directory.invitation(hash, clock.now()));
  }
  if (path.startsWith("/v1/keys/")) {
    const { id, hash } = createApiKey();
    const key = { id, name: "spare", project, scopes: ["ask"] as const, hash };
    await credentials.createKey({ ...key, createdBy: "owner", createdAt: clock.now() });
    return named(id, () => credentials.apiKey(id));
  }
  if (path.startsWith("/v1/members/")) {
    const id = `per_${createToken().hash}`;
    await directory.addMember({ id, name: "New" }, { project, role: "member", groups: [], at: 2 });
    return named(id, () => directory.access(id));
  }
  if (path.startsWith("/v1/groups/")) {
    await directory.saveGroup(project, { name: "deploy", people: [] });
    return named("deploy", () => directory.groups(project));
  }
  if (path.startsWith("/v1/sessions/")) {
    const { hash } = createToken();
    const id = `ses_${hash}`;
    const session = { person: "per_member", device: "Phone", createdAt: 0, expiresAt: clock.now() + 60_000, hash };
    await credentials.createSession({ id, ...session });
    return named(id, () => credentials.sessionById(id));
  }
  if (method === "DELETE" && path === "/v1/contact/subscriptions")
    return { path: `${path}?id=sub_none`, state: nothing };
  return undefined;
}

function invitationOf(hash: string, now: number): NewInvitation {
  const member = { project, role: "member", groups: [], at: now } as const;
  return { ...member, id: `inv_${hash}`, hash, invitedBy: "owner", expiresAt: now + 60_000 };
}
