import { createApiKey, createToken } from "../../../packages/server/src/http/access/secret-token.ts";
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

/** A stored key, which may be over or of another project. */
const storedKey =
  (scope: StoredScope, end?: "expired" | "revoked", project = "default") =>
  async (server: TestApp) => {
    const { id, token, hash } = createApiKey();
    const createdAt = server.clock.now();
    const name = `stored-${scope}`;
    const expiresAt = end === "expired" ? createdAt : undefined;
    const key = { id, name, project, scopes: [scope], hash, createdBy: "owner", createdAt, expiresAt };
    await server.store.credentials.createKey(key);
    if (end === "revoked") await server.store.credentials.revokeKey(project, id, createdAt);
    return { as: "nobody" as const, headers: { authorization: `Bearer ${token}` } };
  };

const embedToken =
  (person: string, scope: "answer" | "read", lifetimeMs: number, project = "default") =>
  async ({ keys, clock, store }: TestApp) => {
    const { id, hash } = createApiKey();
    const createdAt = clock.now();
    const maker = {
      id,
      name: "stored-tokens",
      project,
      scopes: ["tokens"] as const,
      hash,
      createdBy: "owner",
      createdAt,
    };
    await store.credentials.createKey(maker);
    const claims = { person, project, scope, expiresAt: createdAt + lifetimeMs, key: id };
    return { as: "nobody" as const, headers: { authorization: `Bearer ${keys.embedTokens.sign(claims)}` } };
  };

async function endedSession(server: TestApp): Promise<Credentials> {
  const headers = await server.cookieOf("per_member");
  await server.store.credentials.endSessionsOf("per_member");
  return { as: "nobody", headers };
}

/** People of each role in the project of the conversations and in another one, and where those who may answer are reached. */
export async function addPeople({ store }: TestApp): Promise<void> {
  for (const role of ["owner", "member", "viewer"] as const)
    await store.directory.addMember({ id: `per_${role}`, name: role }, { project: "default", role, groups: [], at: 1 });
  for (const [id, role] of [
    ["per_else", "owner"],
    ["per_elsewhere", "member"],
    ["per_watching", "viewer"],
  ] as const)
    await store.directory.addMember({ id, name: "Else" }, { project: "garden", role, groups: [], at: 1 });
  for (const person of ["owner", "per_owner", "per_member", "colleague", "stored-answer"])
    await store.contacts.save({ project: "default", person }, { email: `${person}@example.com` });
  for (const person of ["per_else", "per_elsewhere", "stranger", "stored-answer"])
    await store.contacts.save({ project: "garden", person }, { email: `${person}@example.com` });
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
  "other project, viewer": signedIn("per_watching"),
  "other project, stored ask": storedKey("ask", undefined, "garden"),
  "other project, stored answer": storedKey("answer", undefined, "garden"),
  "other project, embed token": embedToken("per_else", "answer", 60_000, "garden"),
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
