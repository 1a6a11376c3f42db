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

/** A stored key, which may be over. */
const storedKey = (scope: StoredScope, end?: "expired" | "revoked") => async (server: TestApp) => {
  const { id, token, hash } = createApiKey();
  const createdAt = server.clock.now();
  const name = `stored-${scope}`;
  const expiresAt = end === "expired" ? createdAt : undefined;
  const key = { id, name, project: "default", scopes: [scope], hash, createdBy: "owner", createdAt, expiresAt };
  await server.store.credentials.createKey(key);
  if (end === "revoked") await server.store.credentials.revokeKey("default", id, createdAt);
  return { as: "nobody" as const, headers: { authorization: `Bearer ${token}` } };
};

const embedToken =
  (person: string, scope: "answer" | "read", lifetimeMs: number) =>
  ({ keys, clock }: TestApp) => {
    const claims = { person, project: "default", scope, expiresAt: clock.now() + lifetimeMs };
    return { as: "nobody" as const, headers: { authorization: `Bearer ${keys.embedTokens.sign(claims)}` } };
  };

async function endedSession(server: TestApp): Promise<Credentials> {
  const headers = await server.cookieOf("per_member");
  await server.store.credentials.endSessionsOf("per_member");
  return { as: "nobody", headers };
}

/** People of each role in the project of the conversations, and the owner of another one. */
export async function addPeople({ store }: TestApp): Promise<void> {
  for (const role of ["owner", "member", "viewer"] as const)
    await store.directory.addMember({ id: `per_${role}`, name: role }, { project: "default", role, groups: [], at: 1 });
  for (const role of ["owner", "member"] as const)
    await store.directory.addMember(
      { id: role === "owner" ? "per_else" : "per_elsewhere", name: "Else" },
      { project: "garden", role, groups: [], at: 1 },
    );
}

/** The kinds of callers; every conversation is started by the key with the scope `ask` that is called `agent`. */
const credentialsOf: Readonly<Record<string, (server: TestApp) => Credentials | Promise<Credentials>>> = {
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
  "stored answer": storedKey("answer"),
  "expired key": storedKey("answer", "expired"),
  "revoked key": storedKey("answer", "revoked"),
  "embed token": embedToken("per_owner", "answer", 60_000),
  "embed token, viewer": embedToken("per_viewer", "read", 60_000),
  "expired embed token": embedToken("per_owner", "answer", 0),
  "ended session": endedSession,
  metrics: () => ({ as: "monitor" }),
  "other project, owner": signedIn("per_else"),
  "other project, member": signedIn("per_elsewhere"),
  "other project, answer": () => ({ as: "stranger" }),
  "other project, ask": () => ({ as: "intruder" }),
};

/** Who is called on conversations whose questions only `per_owner` may answer: that one, and others who may answer elsewhere. */
const guardedCallers: Readonly<Record<string, string>> = {
  "owner, in the audience": "owner",
  "embed token, in the audience": "embed token",
  "cookie, outside": "cookie",
  "member, outside": "member",
  "answer, outside": "answer",
  "stored answer, outside": "stored answer",
};

export const audience = { people: ["per_owner"] };

export const callers: readonly string[] = [...Object.keys(credentialsOf), ...Object.keys(guardedCallers)];

/** The agent of the conversation on which a caller is tried. */
export function agentFor(caller: string): "asker" | "guarded" {
  return caller in guardedCallers ? "guarded" : "asker";
}

export async function credentialsFor(caller: string, server: TestApp): Promise<Credentials> {
  const create = credentialsOf[guardedCallers[caller] ?? caller];
  if (!create) throw new Error(`there is no caller ${caller}`);
  return create(server);
}
