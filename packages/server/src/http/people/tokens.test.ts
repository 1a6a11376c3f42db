import { expect, onTestFinished, test } from "vitest";
import { sha256Of } from "../../sha256.ts";
import { createKeys, type KeySettings } from "../access/api-keys.ts";
import { createEmbedTokens } from "../access/embed-tokens.ts";
import { createTestApp, type TestApp, tea } from "../testing/test-app.ts";

const as = "nobody";

/** A backend with a key that lets its people in. */
async function openBackend(more: readonly string[] = []) {
  const app = createTestApp();
  onTestFinished(() => app.close());
  return { app, ...(await backendOf(app, "shop", more)) };
}

async function backendOf(app: TestApp, name: string, more: readonly string[] = []) {
  const { body: key } = await app.call("POST", "/v1/keys", { body: { name, scopes: ["tokens", ...more] } });
  const headers = { authorization: `Bearer ${key.key}` };
  const create = (body: object) => app.call("POST", "/v1/tokens", { as, headers, body });
  return { create, key, headers };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const statusOf = async (app: TestApp, token: string) =>
  (await app.call("GET", "/v1/me", { as, headers: bearer(token) })).status;

test("[TOKEN-1] a backend lets its people in by names of its own, and each answers as one person", async () => {
  const { app, create } = await openBackend(["tokens:groups"]);
  const ana = { subject: "user-42", name: "Ana", groups: ["buyers"] };
  const [first, again] = await Promise.all([create(ana), create(ana)]);
  expect([first.status, again.status, again.body.person]).toEqual([201, 201, first.body.person]);
  const { body: me } = await app.call("GET", "/v1/me", { as, headers: bearer(first.body.token) });
  expect(me).toMatchObject({
    id: first.body.person,
    kind: "embed",
    name: "Ana",
    scopes: ["answer"],
    groups: ["buyers"],
  });
  const { path } = await app.park();
  const answered = await app.call("POST", `${path}/answer`, { as, headers: bearer(first.body.token), body: tea });
  expect(answered).toMatchObject({ status: 202, body: { by: first.body.person } });
  await create({ ...ana, name: "Ana B." });
  expect((await app.call("GET", `/v1/people?id=${me.id}`)).body.items).toMatchObject([{ name: "Ana B." }]);
  expect((await app.call("GET", "/v1/members")).body.items).toHaveLength(2);
});

test("[TOKEN-1] a token manages nothing, whoever the person is, and a viewer's only reads", async () => {
  const { app, create, headers } = await openBackend(["tokens:members"]);
  const { body: owners } = await create({ person: "owner" });
  const { body: viewers } = await create({ subject: "v", name: "Vic", role: "viewer" });
  for (const [method, path, body] of [
    ["GET", "/v1/keys"],
    ["POST", "/v1/keys", { name: "x", scopes: ["ask"] }],
    ["POST", "/v1/tokens", { person: "owner" }],
    ["POST", "/v1/members", { name: "Eve" }],
    ["POST", "/v1/sign-in-links", {}],
    ["GET", "/metrics"],
  ] as const)
    for (const { token } of [owners, viewers])
      expect((await app.call(method, path, { as, headers: bearer(token), body })).status, path).toBe(403);
  expect((await app.call("PATCH", "/v1/me", { as, headers: bearer(owners.token), body: { name: "X" } })).status).toBe(
    409,
  );
  const { path } = await app.park();
  const read = (token: string) => app.call("GET", path, { as, headers: bearer(token) });
  expect([(await read(owners.token)).status, (await read(viewers.token)).status]).toEqual([200, 200]);
  const answer = await app.call("POST", `${path}/answer`, { as, headers: bearer(viewers.token), body: tea });
  expect(answer.status).toBe(403);
  // The backend's key itself neither reads nor answers.
  for (const route of [path, "/v1/conversations", "/v1/keys"])
    expect((await app.call("GET", route, { as, headers })).status, route).toBe(403);
});

test("[TOKEN-2] a token ends by its time, with its key, with the membership and with the person", async () => {
  const { app, create, key } = await openBackend();
  const make = async (subject: string, more = {}) => (await create({ subject, name: subject, ...more })).body;
  const [short, gone, disabled, revoked] = [
    await make("a", { expiresInSeconds: 60 }),
    await make("b"),
    await make("c"),
    await make("d"),
  ];
  const stream = await app.send("GET", "/v1/events", { as, headers: bearer(gone.token) });
  await app.call("DELETE", `/v1/members/${gone.person}`);
  await stream.text();
  await app.call("PATCH", `/v1/members/${disabled.person}`, { body: { isDisabled: true } });
  app.clock.advance(59_999);
  expect(await Promise.all([short, gone, disabled, revoked].map(({ token }) => statusOf(app, token)))).toEqual([
    200, 401, 401, 200,
  ]);
  app.clock.advance(1);
  expect(await statusOf(app, short.token)).toBe(401);
  await app.call("DELETE", `/v1/keys/${key.id}`);
  expect(await statusOf(app, revoked.token)).toBe(401);
});

test("[TOKEN-2] a forged or changed token is refused, and one holds in its own project alone", async () => {
  const { app, create } = await openBackend(["tokens:members"]);
  const { body } = await create({ person: "owner" });
  const [payload = "", mac = ""] = body.token.slice(4).split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const changed = Buffer.from(JSON.stringify({ ...claims, expiresAt: claims.expiresAt + 1 })).toString("base64url");
  for (const token of [
    `emb_${changed}.${mac}`,
    `emb_${payload}.${mac.slice(0, -2)}xx`,
    `emb_${payload}.`,
    `emb_.${mac}`,
    createEmbedTokens("another secret").sign(claims),
    app.keys.embedTokens.sign({ ...claims, expiresAt: app.clock.now() }),
    app.keys.embedTokens.sign({ ...claims, project: "garden" }),
    app.keys.embedTokens.sign({ ...claims, key: "0123456789abcdef" }),
    app.keys.embedTokens.sign({ ...claims, key: undefined }),
  ])
    expect(await statusOf(app, token), token).toBe(401);
  const elsewhere = { ...bearer(body.token), "askback-project": "garden" };
  expect((await app.call("GET", "/v1/me", { as, headers: elsewhere })).status).toBe(404);
  expect(await statusOf(app, body.token)).toBe(200);
});

test("[TOKEN-1] what is wrong with a request for a token is named", async () => {
  const { create } = await openBackend(["tokens:members"]);
  expect(await create({ person: "per_none" })).toMatchObject({ status: 404, body: { code: "person-unknown" } });
  for (const [body, pointer] of [
    [{ subject: "a", name: "" }, "/name"],
    [{ subject: "a", name: "A", role: "owner" }, "/role"],
    [{ person: "owner", expiresInSeconds: 4 }, "/expiresInSeconds"],
    [{ person: "owner", expiresInSeconds: 3601 }, "/expiresInSeconds"],
  ] as const)
    expect(await create(body), pointer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
});

test("[TOKEN-4] a key names only the people of its own backend, unless it may name members", async () => {
  const { app, create } = await openBackend();
  const other = await backendOf(app, "blog");
  const members = await backendOf(app, "support", ["tokens:members"]);
  const ana = { subject: "user-1", name: "Ana" };
  const { body: own } = await create(ana);
  const { body: foreign } = await other.create(ana);
  expect(foreign.person).not.toBe(own.person);
  for (const person of ["owner", own.person, "per_none"])
    expect(await create({ person }), person).toMatchObject({
      status: 403,
      body: { code: "forbidden", errors: [{ pointer: "/person" }] },
    });
  expect((await members.create({ person: "owner" })).status).toBe(201);
});

test("[TOKEN-4] a key gives its people groups only where it may", async () => {
  const { app, create } = await openBackend();
  const inGroup = { subject: "user-1", name: "Ana", groups: ["deploy"] };
  expect(await create(inGroup)).toMatchObject({ status: 403, body: { errors: [{ pointer: "/groups" }] } });
  expect((await app.call("GET", "/v1/members")).body.items).toHaveLength(1);
  expect((await (await backendOf(app, "support", ["tokens:groups"])).create(inGroup)).status).toBe(201);
});

test("[TOKEN-4] whom earlier versions brought stay who they are", async () => {
  const { app, create } = await openBackend();
  const member = { project: "default", role: "member", groups: [], at: 1 } as const;
  const identity = { issuer: "project:default", subject: "user-1" };
  await app.store.directory.addIdentified(identity, { id: "per_early", name: "Ana" }, member);
  expect((await create({ subject: "user-1", name: "Ana" })).body.person).toBe("per_early");
});

test("[TOKEN-5] a token neither changes nor tries how its person is reached", async () => {
  const { app, create } = await openBackend(["tokens:members"]);
  await app.call("PUT", "/v1/contact", { body: { email: "owner@example.com" } });
  for (const named of [{ person: "owner" }, { subject: "user-1", name: "Ana" }]) {
    const { body: made } = await create(named);
    const call = (method: string, path: string, body?: unknown) =>
      app.call(method, path, { as, headers: bearer(made.token), ...(body !== undefined && { body }) });
    const subscription = { endpoint: "https://push.example.com/1", keys: { p256dh: "a", auth: "b" } };
    for (const refused of [
      await call("PUT", "/v1/contact", { email: "attacker@example.com", slackUserId: "U0ATTACKER" }),
      await call("POST", "/v1/contact/subscriptions", subscription),
      await call("DELETE", "/v1/contact/subscriptions?id=sub_1"),
      await call("POST", "/v1/contact/test", { channel: "mail" }),
    ])
      expect(refused).toMatchObject({
        status: 403,
        body: { code: "forbidden", hint: expect.stringContaining("signs in") },
      });
    expect((await call("GET", "/v1/contact")).status).toBe(200);
  }
  expect((await app.call("GET", "/v1/contact")).body).toMatchObject({ email: "owner@example.com" });
});

test("[AUDIT-16] what is done with a token is recorded with the way `embed` and the key that made it", async () => {
  const { app, create } = await openBackend(["tokens:members"]);
  const { body: token } = await create({ person: "owner" });
  const { path } = await app.park();
  // What a program says of itself does not hide it.
  const headers = { ...bearer(token.token), "askback-via": "terminal" };
  await app.call("POST", `${path}/take`, { as, headers });
  await app.call("POST", `${path}/see`, { as, headers });
  await app.call("POST", `${path}/answer`, { as, headers, body: tea });
  const { items } = (await app.call("GET", `${path}/audit`)).body;
  const done = items.filter(({ by }: { by?: string }) => by === "owner");
  expect(done.map(({ type, via, facts }: never) => [type, via, (facts as { key?: string }).key])).toEqual([
    ["taken", "embed", "shop"],
    ["seen", "embed", "shop"],
    ["resolved", "embed", "shop"],
  ]);
});

test("[TOKEN-2] a token of a configured key ends when the key is removed or replaced", () => {
  const settings = (key: string, more: Partial<KeySettings> = {}): KeySettings => ({
    name: "shop",
    scopes: ["tokens", "tokens:members"],
    sha256: sha256Of(key),
    ...more,
  });
  const keys = createKeys([settings("first")], "secret");
  const id = keys.principalOf("first")?.key ?? "";
  expect(keys.configuredKey(id)).toMatchObject({ id: "shop", scopes: ["tokens", "tokens:members"] });
  expect(createKeys([settings("first"), settings("second")], "secret").configuredKey(id)).toMatchObject({ id: "shop" });
  for (const left of [[], [settings("second")]]) expect(createKeys(left, "secret").configuredKey(id)).toBeUndefined();
});
