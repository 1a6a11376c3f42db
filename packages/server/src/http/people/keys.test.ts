import { expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp, tea } from "../testing/test-app.ts";

const as = "nobody";
const day = 24 * 3_600_000;

function open(): TestApp {
  const app = createTestApp();
  onTestFinished(() => app.close());
  return app;
}

async function create(app: TestApp, body: object = {}) {
  const { status, body: created } = await app.call("POST", "/v1/keys", {
    body: { name: "ci", scopes: ["ask"], ...body },
  });
  expect(status).toBe(201);
  return { ...created, headers: { authorization: `Bearer ${created.key}` } };
}

test("[APIKEY-1] a key is shown once, works with its scopes, and is stored as a hash", async () => {
  const app = open();
  const created = await create(app);
  expect(created.key).toMatch(new RegExp(`^ask_${created.id}_[\\w-]{43}$`));
  const { headers } = created;
  expect((await app.call("GET", "/v1/me", { as, headers })).body).toMatchObject({
    id: "ci",
    kind: "key",
    scopes: ["ask"],
  });
  const listed = await app.call("GET", "/v1/keys");
  expect(listed.body.items).toMatchObject([{ id: created.id, name: "ci", scopes: ["ask"], createdBy: "owner" }]);
  expect(JSON.stringify([listed.body, await app.store.credentials.apiKeys("default")])).not.toContain(
    created.key.slice(-43),
  );
  const ask = { question: "Tea?", options: ["Yes", "No"] };
  expect((await app.call("POST", "/v1/inquiries", { as, headers, body: ask })).status).toBe(201);
  const { path } = await app.park();
  expect((await app.call("POST", `${path}/answer`, { as, headers, body: {} })).status).toBe(403);
});

test("[APIKEY-1] a key that is changed in any part is refused", async () => {
  const app = open();
  const [one, other] = [await create(app), await create(app)];
  const secret = one.key.slice(-43);
  for (const key of [
    `ask_${other.id}_${secret}`,
    `ask_${one.id}_${secret.slice(0, -2)}xx`,
    `ask_${one.id}_`,
    `ask_${one.id}`,
    `ask_${"0".repeat(16)}_${secret}`,
    `${one.key}x`,
    one.key.toUpperCase(),
    secret,
  ])
    expect(await app.call("GET", "/v1/me", { as, headers: { authorization: `Bearer ${key}` } }), key).toMatchObject({
      status: 401,
    });
});

test("[APIKEY-2] a key that is revoked or has expired is refused at once, and its streams end", async () => {
  const app = open();
  const [forever, dated] = [await create(app, { scopes: ["read"] }), await create(app, { expiresInDays: 2 })];
  const status = async ({ headers }: typeof dated) => (await app.call("GET", "/v1/me", { as, headers })).status;
  const stream = await app.send("GET", "/v1/events", { as, headers: forever.headers });
  expect((await app.call("DELETE", `/v1/keys/${forever.id}`)).status).toBe(204);
  await stream.text();
  expect([await status(forever), await status(dated)]).toEqual([401, 200]);
  expect((await app.call("DELETE", `/v1/keys/${forever.id}`)).body).toMatchObject({ code: "key-unknown" });
  app.clock.advance(2 * day);
  expect(await status(dated)).toBe(401);
  expect((await app.call("GET", "/v1/keys")).body.items).toMatchObject([
    { id: dated.id, lastUsedAt: expect.any(String) },
  ]);
});

test("[APIKEY-2] a request that waits for an answer gets none once its key is revoked", async () => {
  const app = open();
  const { id, headers } = await create(app, { scopes: ["read"] });
  const { path } = await app.park("agent");
  const asked = app.followers;
  const waiting = app.call("GET", `${path}?wait=60`, { as, headers });
  await expect.poll(() => app.followers).toBe(asked + 1);
  expect((await app.call("DELETE", `/v1/keys/${id}`)).status).toBe(204);
  expect((await app.call("POST", `${path}/answer`, { body: tea })).status).toBe(202);
  expect(await waiting).toMatchObject({ status: 401, body: { code: "unauthorized" } });
});

test("[APIKEY-3] a key belongs to its project, and only that project's admins see it", async () => {
  const app = open();
  const created = await create(app, { scopes: ["admin"] });
  await app.call("POST", "/v1/projects", { body: { id: "garden" } });
  const inGarden = { headers: { "askback-project": "garden" } };
  expect((await app.call("GET", "/v1/keys", inGarden)).body.items).toEqual([]);
  expect((await app.call("DELETE", `/v1/keys/${created.id}`, inGarden)).status).toBe(404);
  const { headers } = created;
  expect((await app.call("GET", "/v1/keys", { as, headers })).body.items).toHaveLength(1);
  expect((await app.call("GET", "/v1/conversations", { as, headers })).status).toBe(403);
  expect((await app.call("GET", "/v1/keys", { as, headers: { ...headers, "askback-project": "garden" } })).status).toBe(
    404,
  );
});

test("[APIKEY-3] a key has neither a person's name nor that of a configured key, and metrics are for the operator", async () => {
  const app = open();
  for (const name of ["owner", "per_ana", "colleague"])
    expect(await app.call("POST", "/v1/keys", { body: { name, scopes: ["answer"] } }), name).toMatchObject({
      status: 409,
      body: { code: "key-name-taken" },
    });
  for (const [body, pointer] of [
    [{ name: "", scopes: ["ask"] }, "/name"],
    [{ name: "a/b", scopes: ["ask"] }, "/name"],
    [{ name: "x", scopes: [] }, "/scopes"],
    [{ name: "x", scopes: ["root"] }, "/scopes/0"],
    [{ name: "x", scopes: ["ask"], expiresInDays: 0 }, "/expiresInDays"],
  ] as const)
    expect(await app.call("POST", "/v1/keys", { body }), pointer).toMatchObject({
      status: 400,
      body: { errors: [{ pointer }] },
    });
  const { headers } = await create(app, { scopes: ["admin"] });
  const metrics = { name: "monitor", scopes: ["metrics"] };
  expect((await app.call("POST", "/v1/keys", { as, headers, body: metrics })).status).toBe(403);
  const scraper = await create(app, { name: "scraper", scopes: ["metrics"] });
  expect((await app.call("GET", "/metrics", { as, headers: scraper.headers })).status).toBe(200);
});

test("[APIKEY-1] keys with one name are one caller, so that a key can be replaced", async () => {
  const app = open();
  const before = await create(app);
  const ask = { question: "Tea?", options: ["Yes", "No"] };
  const { body: asked } = await app.call("POST", "/v1/inquiries", { as, headers: before.headers, body: ask });
  const after = await create(app);
  await app.call("DELETE", `/v1/keys/${before.id}`);
  expect((await app.call("GET", `/v1/inquiries/${asked.id}`, { as, headers: after.headers })).status).toBe(200);
  const other = await create(app, { name: "other" });
  expect((await app.call("GET", `/v1/inquiries/${asked.id}`, { as, headers: other.headers })).status).toBe(404);
});
