import { expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

const as = "nobody";

function open(): TestApp {
  const app = createTestApp();
  onTestFinished(() => app.close());
  return app;
}

async function add(app: TestApp, name: string, more = {}): Promise<string> {
  app.clock.advance(1);
  const { status, body } = await app.call("POST", "/v1/members", { body: { name, ...more } });
  expect(status).toBe(201);
  return body.id;
}

const form = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
const cookieIn = (headers: Headers) => ({ cookie: headers.get("set-cookie")?.split(";")[0] ?? "" });

test("[PEOPLE-8] an owner adds people, changes roles and removes them; members and viewers do not", async () => {
  const app = open();
  const ana = await add(app, "Ana", { email: "ana@example.org", groups: ["deploy"] });
  const vic = await add(app, "Vic", { role: "viewer" });
  const { items } = (await app.call("GET", "/v1/members")).body;
  expect(items).toMatchObject([
    { id: "owner", role: "owner" },
    { id: ana, name: "Ana", email: "ana@example.org", role: "member", groups: ["deploy"] },
    { id: vic, role: "viewer" },
  ]);
  for (const person of [ana, vic]) {
    const headers = await app.cookieOf(person);
    const seen = (await app.call("GET", "/v1/members", { as, headers })).body.items;
    expect([seen.length, seen[1].email]).toEqual([3, undefined]);
    for (const [method, path, body] of [
      ["POST", "/v1/members", { name: "Eve" }],
      ["PATCH", `/v1/members/${ana}`, { role: "owner" }],
      ["DELETE", "/v1/members/owner"],
      ["PUT", "/v1/groups/deploy", { people: [] }],
      ["DELETE", "/v1/groups/deploy"],
      ["POST", "/v1/invitations", {}],
      ["GET", "/v1/invitations"],
      ["POST", "/v1/keys", { name: "x", scopes: ["ask"] }],
      ["GET", "/v1/keys"],
      ["POST", "/v1/projects", { id: "garden" }],
    ] as const)
      expect((await app.call(method, path, { as, headers, body })).status, `${method} ${path}`).toBe(403);
  }
  expect((await app.call("PATCH", `/v1/members/${vic}`, { body: { role: "owner" } })).body).toMatchObject({
    role: "owner",
  });
  const headers = await app.cookieOf(vic);
  expect((await app.call("DELETE", `/v1/members/${ana}`, { as, headers })).status).toBe(204);
  expect((await app.call("DELETE", `/v1/members/${ana}`, { as, headers })).body).toMatchObject({
    code: "person-unknown",
  });
  // Everybody may leave.
  expect((await app.call("DELETE", `/v1/members/${vic}`, { as, headers })).status).toBe(204);
  expect((await app.call("GET", "/v1/me", { as, headers })).status).toBe(403);
  expect((await app.call("DELETE", "/v1/members/owner")).body).toMatchObject({ code: "last-owner" });
  expect((await app.call("PATCH", "/v1/members/owner", { body: { role: "viewer" } })).body).toMatchObject({
    code: "last-owner",
  });
});

test("[PEOPLE-2] the last owner who can sign in is not disabled, and stays beside one who is disabled", async () => {
  const app = open();
  const gus = await add(app, "Gus", { role: "owner" });
  const mia = await add(app, "Mia", { role: "owner" });
  expect((await app.call("PATCH", `/v1/members/${gus}`, { body: { isDisabled: true } })).status).toBe(200);
  const headers = await app.cookieOf(mia);
  expect((await app.call("DELETE", "/v1/members/owner", { as, headers })).status).toBe(204);
  for (const body of [{ role: "member" }, { isDisabled: true }, { role: "member", isDisabled: true }])
    expect((await app.call("PATCH", `/v1/members/${mia}`, { as, headers, body })).body).toMatchObject({
      code: "last-owner",
    });
  expect((await app.call("DELETE", `/v1/members/${mia}`, { as, headers })).body).toMatchObject({ code: "last-owner" });
  expect((await app.call("GET", "/v1/me", { as, headers })).body).toMatchObject({ id: mia });
  await app.call("PATCH", `/v1/members/${gus}`, { as, headers, body: { isDisabled: false } });
  expect((await app.call("DELETE", `/v1/members/${mia}`, { as, headers })).status).toBe(204);
});

test("[PEOPLE-8] whoever manages one project of a person cannot act for them in another", async () => {
  const app = open();
  const ana = await add(app, "Ana");
  await app.store.directory.addMember({ id: ana }, { project: "garden", role: "member", groups: [], at: 2 });
  const gus = await add(app, "Gus", { role: "owner" });
  const headers = await app.cookieOf(gus);
  const disable = (options: object) =>
    app.call("PATCH", `/v1/members/${ana}`, { ...options, body: { isDisabled: true } });
  expect(await disable({ as, headers })).toMatchObject({ status: 403, body: { code: "managed-elsewhere" } });
  const hers = await app.cookieOf(ana);
  expect((await disable({})).body).toMatchObject({ isDisabled: true });
  expect((await app.call("GET", "/v1/me", { as, headers: hers })).status).toBe(401);
  const enabled = await app.call("PATCH", `/v1/members/${ana}`, { body: { isDisabled: false } });
  expect(enabled.body.isDisabled).toBeUndefined();
  // The sessions of before stay ended.
  expect((await app.call("GET", "/v1/me", { as, headers: hers })).status).toBe(401);
  expect((await app.call("PATCH", "/v1/members/owner", { body: { isDisabled: true } })).status).toBe(403);
});

test("[PEOPLE-8] only the person to whom the server belongs creates projects", async () => {
  const app = open();
  const gus = await add(app, "Gus", { role: "owner" });
  const create = (id: string, options = {}) => app.call("POST", "/v1/projects", { body: { id }, ...options });
  expect(await create("shed", { as, headers: await app.cookieOf(gus) })).toMatchObject({
    status: 403,
    body: { code: "operator-only" },
  });
  expect(await create("shed")).toMatchObject({ status: 201, body: { id: "shed", name: "shed", role: "owner" } });
  expect(await create("shed")).toMatchObject({ status: 409, body: { code: "project-exists" } });
  for (const id of ["", "A", "a b", "x".repeat(61), "-a"])
    expect(await create(id), id).toMatchObject({ status: 400, body: { errors: [{ pointer: "/id" }] } });
  const inShed = { headers: { "askback-project": "shed" } };
  expect((await app.call("GET", "/v1/members", inShed)).body.items).toMatchObject([{ id: "owner", role: "owner" }]);
  expect((await app.call("GET", "/v1/me", inShed)).body.scopes).toEqual(["answer", "admin"]);
});

test("[PEOPLE-3] an owner keeps groups, and who calls has theirs", async () => {
  const app = open();
  const ana = await add(app, "Ana");
  const save = (name: string, people: readonly string[]) =>
    app.call("PUT", `/v1/groups/${encodeURIComponent(name)}`, { body: { people } });
  expect(await save("deploy", [ana, "owner"])).toMatchObject({ status: 200, body: { name: "deploy" } });
  expect(await save("deploy", ["owner", "per_none"])).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/people/1", message: "is not a member of the project" }] },
  });
  expect((await save("de/ploy", [])).status).toBe(400);
  expect((await app.call("GET", "/v1/groups")).body.items).toMatchObject([{ name: "deploy" }]);
  const headers = await app.cookieOf(ana);
  expect((await app.call("GET", "/v1/me", { as, headers })).body.groups).toEqual(["deploy"]);
  expect((await app.call("GET", "/v1/me")).body.groups).toEqual(["deploy"]);
  expect((await app.call("DELETE", "/v1/groups/deploy")).status).toBe(204);
  expect((await app.call("DELETE", "/v1/groups/deploy")).body).toMatchObject({ code: "group-unknown" });
  expect((await app.call("GET", "/v1/me", { as, headers })).body.groups).toEqual([]);
});

test("[PEOPLE-28] open questions follow a group that is renamed", async () => {
  const app = createTestApp({ guardedBy: { groups: ["deploy"] } });
  onTestFinished(() => app.close());
  const ana = await add(app, "Ana");
  await app.call("PUT", "/v1/groups/deploy", { body: { people: [ana] } });
  const ask = { question: "Ship it?", audience: { groups: ["deploy"] } };
  const { body: asked } = await app.call("POST", "/v1/inquiries", { as: "agent", body: ask });
  const rename = (name: string, to: unknown) => app.call("POST", `/v1/groups/${name}/rename`, { body: { to } });
  expect(await rename("none", "release")).toMatchObject({ status: 404, body: { code: "group-unknown" } });
  expect(await rename("deploy", "a/b")).toMatchObject({ status: 400, body: { errors: [{ pointer: "/to" }] } });
  // The second is the same request again, whose response was lost.
  for (const _ of ["first", "second"])
    expect(await rename("deploy", "release")).toMatchObject({
      status: 200,
      body: { name: "release", people: [ana], formerNames: ["deploy"] },
    });
  const headers = await app.cookieOf(ana);
  const { body: inbox } = await app.call("GET", "/v1/inquiries?status=open&waiting=you", { as, headers });
  expect(inbox.items).toMatchObject([{ id: asked.id, mayAnswer: true }]);
  const answer = { answers: [{ question: "q1", text: "Yes" }] };
  expect((await app.call("POST", `/v1/inquiries/${asked.id}/answer`, { as, headers, body: answer })).status).toBe(202);
  await app.call("PUT", "/v1/groups/ops", { body: { people: [] } });
  expect(await rename("ops", "release")).toMatchObject({ status: 409, body: { code: "group-name-taken" } });
});

test("[PEOPLE-7] names and avatars are there for everything that a person did, also after they left", async () => {
  const app = open();
  const ana = await add(app, "Ana");
  const headers = await app.cookieOf(ana);
  const changed = await app.call("PATCH", "/v1/me", {
    as,
    headers,
    body: { name: "Ana B.", avatar: { symbol: "🦊", hue: 30 } },
  });
  expect(changed).toMatchObject({ status: 200, body: { name: "Ana B.", avatar: { symbol: "🦊" } } });
  await app.call("DELETE", `/v1/members/${ana}`);
  const read = (as: "agent" | "stranger" | "owner") =>
    app.call("GET", `/v1/people?id=${ana}&id=owner&id=agent`, { as });
  for (const caller of ["owner", "agent"] as const)
    expect((await read(caller)).body.items).toEqual([
      { id: "owner", name: "Owner" },
      { id: ana, name: "Ana B.", avatar: { symbol: "🦊", hue: 30 } },
    ]);
  // In a project in which they never were, they are nobody.
  expect((await read("stranger")).body.items).toEqual([]);
  expect((await app.call("GET", "/v1/people")).body.items).toEqual([{ id: "owner", name: "Owner" }]);
  expect(await app.call("PATCH", "/v1/me", { as: "colleague", body: { name: "X" } })).toMatchObject({
    status: 409,
    body: { code: "no-person" },
  });
  expect(await app.call("PATCH", "/v1/me", { body: { name: " " } })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/name" }] },
  });
});

test("[PEOPLE-4] an invitation is opened without effect, and accepted once with a name", async () => {
  const app = open();
  const body = { role: "viewer", groups: ["deploy"], email: "ana@example.org" };
  const { body: invited, status } = await app.call("POST", "/v1/invitations", { body });
  expect([status, invited]).toEqual([201, expect.objectContaining({ role: "viewer", invitedBy: "owner" })]);
  const { items } = (await app.call("GET", "/v1/invitations")).body;
  expect(JSON.stringify(items)).not.toContain("token");
  const page = await app.send("GET", invited.path, { as, headers: { "accept-language": "fr" } });
  const shown = await page.text();
  expect([page.status, shown]).toEqual([200, expect.stringContaining('name="name"')]);
  expect(shown).toContain("Rejoindre");
  const post = (name: string) => app.send("POST", invited.path, { as, headers: form, body: `name=${name}` });
  for (const name of ["", "%20", "x".repeat(81)]) expect((await post(name)).status).toBe(400);
  const joined = await post("Ana");
  expect([joined.status, joined.headers.get("location")]).toEqual([303, "/"]);
  const me = await app.call("GET", "/v1/me", { as, headers: cookieIn(joined.headers) });
  expect(me.body).toMatchObject({ name: "Ana", scopes: ["read"], groups: ["deploy"], project: "default" });
  expect((await post("Eve")).status).toBe(401);
  expect(await app.call("POST", invited.path, { as })).toMatchObject({ body: { code: "invitation-expired" } });
  expect((await app.call("GET", "/v1/invitations")).body.items).toEqual([]);
});

test("[PEOPLE-4] whoever is signed in joins as who they are, and is in the new project then", async () => {
  const app = open();
  await app.call("POST", "/v1/projects", { body: { id: "garden", name: "The garden" } });
  const inGarden = { headers: { "askback-project": "garden" } };
  const ana = await add(app, "Ana");
  const headers = await app.cookieOf(ana);
  const { body: invited } = await app.call("POST", "/v1/invitations", { ...inGarden, body: {} });
  const page = await (await app.send("GET", invited.path, { as, headers })).text();
  expect(page).toContain("The garden");
  expect(page).not.toContain('name="name"');
  expect((await app.call("POST", invited.path, { as, headers })).status).toBe(204);
  expect((await app.call("GET", "/v1/me", { as, headers })).body).toMatchObject({ id: ana, project: "garden" });
});

test("[PEOPLE-4] an invitation is revoked in its own project, and expires after seven days", async () => {
  const app = open();
  const create = async () => (await app.call("POST", "/v1/invitations", { body: {} })).body;
  const [first, second] = [await create(), await create()];
  const revoke = (id: string, options = {}) => app.call("DELETE", `/v1/invitations/${id}`, options);
  await app.call("POST", "/v1/projects", { body: { id: "garden" } });
  expect((await revoke(first.id, { headers: { "askback-project": "garden" } })).body).toMatchObject({
    code: "invitation-unknown",
  });
  expect([(await revoke(first.id)).status, (await revoke(first.id)).status]).toEqual([204, 404]);
  const accept = async (path: string) => (await app.send("POST", path, { as, headers: form, body: "name=Eve" })).status;
  expect(await accept(first.path)).toBe(401);
  app.clock.advance(7 * 24 * 3_600_000);
  expect(await accept(second.path)).toBe(401);
  expect(await accept("/join?token=x")).toBe(401);
  expect((await app.call("GET", "/v1/members")).body.items).toHaveLength(1);
});
