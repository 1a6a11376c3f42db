import { createApiKey, createToken } from "../../../packages/server/src/http/middleware/secret-token.ts";
import type { TestApp } from "../../../packages/server/src/http/testing/test-app.ts";
import type { StoredScope } from "../../../packages/server/src/store/people/credentials.ts";

type Caller = NonNullable<NonNullable<Parameters<TestApp["send"]>[2]>["as"]>;

interface Credentials {
  readonly as: Caller;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser in which a person is signed in. */
const signedIn = (person: string) => async (server: TestApp) => ({
  as: "nobody" as const,
  headers: await server.cookieOf(person),
});

async function expiredCookie(server: TestApp): Promise<string> {
  const { token, hash } = createToken();
  const session = { id: `ses_${hash}`, person: "owner", device: "Old", createdAt: 0, expiresAt: server.clock.now() };
  await server.store.credentials.createSession({ ...session, hash });
  return `askback_session=${token}`;
}

const storedKey = (scope: StoredScope) => async (server: TestApp) => {
  const { id, token, hash } = createApiKey();
  const createdAt = server.clock.now();
  const name = `stored-${scope}`;
  const key = { id, name, project: "default", scopes: [scope], hash, createdBy: "owner", createdAt };
  await server.store.credentials.createKey(key);
  return { as: "nobody" as const, headers: { authorization: `Bearer ${token}` } };
};

/** People of each role in the project of the conversations, and the owner of another one. */
export async function addPeople({ store }: TestApp): Promise<void> {
  for (const role of ["owner", "member", "viewer"] as const)
    await store.directory.addMember({ id: `per_${role}`, name: role }, { project: "default", role, groups: [], at: 1 });
  await store.directory.addMember(
    { id: "per_else", name: "Else" },
    { project: "garden", role: "owner", groups: [], at: 1 },
  );
}

/** The kinds of callers; every conversation is started by the key with the scope `ask` that is called `agent`. */
export const credentialsOf: Readonly<Record<string, (server: TestApp) => Credentials | Promise<Credentials>>> = {
  nobody: () => ({ as: "nobody" }),
  "wrong key": () => ({ as: "nobody", headers: { authorization: "Bearer wrong" } }),
  "expired cookie": async (server) => ({ as: "nobody", headers: { cookie: await expiredCookie(server) } }),
  "cookie, foreign page": async (server) => ({
    as: "nobody",
    headers: { ...(await server.cookieOf()), origin: "https://evil.example" },
  }),
  cookie: signedIn("owner"),
  owner: signedIn("per_owner"),
  member: signedIn("per_member"),
  viewer: signedIn("per_viewer"),
  answer: () => ({ as: "colleague" }),
  "ask, own": () => ({ as: "agent" }),
  "ask, foreign": () => ({ as: "rival" }),
  "stored ask": storedKey("ask"),
  "stored read": storedKey("read"),
  "stored admin": storedKey("admin"),
  "stored tokens": storedKey("tokens"),
  "embed token": ({ keys, clock }) => {
    const claims = {
      person: "per_owner",
      project: "default",
      scope: "answer",
      expiresAt: clock.now() + 60_000,
    } as const;
    return { as: "nobody", headers: { authorization: `Bearer ${keys.embedTokens.sign(claims)}` } };
  },
  metrics: () => ({ as: "monitor" }),
  "other project, owner": signedIn("per_else"),
  "other project, answer": () => ({ as: "stranger" }),
  "other project, ask": () => ({ as: "intruder" }),
};

export const callers: readonly string[] = Object.keys(credentialsOf);
