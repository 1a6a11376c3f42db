import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp } from "../../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

const allow = { answers: [{ question: "q1", options: ["o1"] }] };
const refuse = { answers: [{ question: "q1", options: ["o2"] }] };
const approval = { tool: "deploy", input: { to: "production" } };
const eachOfTwo = [
  { group: "ops", count: 1 },
  { group: "law", count: 1 },
];
const groupsOf = { ana: ["ops"], ben: ["ops"], cleo: ["law"], dan: ["ops"] } as const;
type Name = keyof typeof groupsOf;
const cookies = new Map<Name, string>();

beforeAll(async () => {
  for (const name of ["ana", "ben", "cleo", "dan"] as const) {
    const person = { id: `per_${name}`, name: `${name[0]?.toUpperCase()}${name.slice(1)}` };
    await server.store.directory.addMember(person, {
      project: "default",
      role: "member",
      groups: groupsOf[name],
      at: 1,
    });
    cookies.set(name, (await server.cookieOf(person.id)).cookie);
  }
});

function call(name: Name, method: string, path: string, body?: unknown) {
  const headers = { cookie: cookies.get(name) ?? "", origin: "http://localhost" };
  return server.call(method, path, { as: "nobody", headers, ...(body !== undefined && { body }) });
}

async function ask(quorum: unknown): Promise<string> {
  const { body } = await server.call("POST", "/v1/inquiries", { as: "agent", body: { approval, quorum } });
  return `/v1/inquiries/${body.id}`;
}

const openFor = async (name: Name) => (await call(name, "GET", "/v1/inbox/count")).body.open;

test("[QUORUM-9] with two of one group the receipt and the inquiry say that the other group is missing", async () => {
  const path = await ask(eachOfTwo);
  expect((await call("ana", "GET", path)).body).toMatchObject({ missing: eachOfTwo });
  await call("ana", "POST", `${path}/answer`, allow);
  const second = await call("ben", "POST", `${path}/answer`, allow);
  const missing = [{ group: "law", count: 1 }];
  const agreement = { given: 1, needed: 2, agreedBy: ["per_ana", "per_ben"], missing };
  expect(second).toMatchObject({ status: 202, body: { agreement } });
  const agreements = [
    { by: "per_ana", name: "Ana", groups: ["ops"] },
    { by: "per_ben", name: "Ben", groups: ["ops"] },
  ];
  expect((await call("cleo", "GET", path)).body).toMatchObject({ status: "open", agreements, missing });
  expect((await call("cleo", "POST", `${path}/answer`, allow)).body).toMatchObject({ allowed: true });
  expect((await call("cleo", "GET", path)).body).not.toHaveProperty("missing");
});

test("[QUORUM-6] the inbox of a group that is complete does not count it, and its members may still refuse", async () => {
  const path = await ask(eachOfTwo);
  const before = await openFor("dan");
  await call("ana", "POST", `${path}/answer`, allow);
  expect(await openFor("dan")).toBe(before - 1);
  expect(await openFor("cleo")).toBe(1);
  expect((await call("dan", "GET", path)).body).toMatchObject({ mayAnswer: true, waitsForCaller: false });
  expect((await call("cleo", "GET", path)).body).not.toHaveProperty("waitsForCaller");
  await call("ana", "POST", `${path}/retract`);
  expect(await openFor("dan")).toBe(before);
  await call("ana", "POST", `${path}/answer`, allow);
  expect((await call("dan", "POST", `${path}/answer`, refuse)).body).toMatchObject({ allowed: false });
  expect((await call("dan", "GET", path)).body).toMatchObject({ resolution: { name: "Dan", groups: ["ops"] } });
});

test("[QUORUM-10] an owner with a key of their own does not allow a call alone", async () => {
  const path = await ask(2);
  const asOwner = { as: "owner", body: allow } as const;
  expect((await server.call("POST", `${path}/answer`, asOwner)).status).toBe(202);
  const body = { name: "second", scopes: ["answer"] };
  const { key } = (await server.call("POST", "/v1/keys", { as: "owner", body })).body;
  const second = { as: "nobody", headers: { authorization: `Bearer ${key}` } } as const;
  expect(await server.call("POST", `${path}/answer`, { ...second, body: allow })).toMatchObject({
    status: 403,
    body: { code: "agreement-by-key" },
  });
  expect((await server.call("GET", path)).body.agreements).toMatchObject([{ by: "owner" }]);
  expect((await server.call("POST", `${path}/answer`, { ...second, body: refuse })).body).toMatchObject({
    allowed: false,
  });
});

test("[QUORUM-10] a backend that lets in somebody of each group does not allow a call by them", async () => {
  const path = await ask(eachOfTwo);
  const backend = { as: "owner", body: { name: "shop", scopes: ["tokens", "tokens:groups"] } } as const;
  const { key } = (await server.call("POST", "/v1/keys", backend)).body;
  for (const group of ["ops", "law"]) {
    const headers = { authorization: `Bearer ${key}` };
    const body = { subject: group, name: group, groups: [group] };
    const { token } = (await server.call("POST", "/v1/tokens", { as: "nobody", headers, body })).body;
    expect(token).toEqual(expect.any(String));
    const embedded = { as: "nobody", headers: { authorization: `Bearer ${token}` }, body: allow } as const;
    expect(await server.call("POST", `${path}/answer`, embedded)).toMatchObject({
      status: 403,
      body: { code: "agreement-by-key" },
    });
  }
  expect((await server.call("GET", path)).body).not.toHaveProperty("agreements");
});

test("[QUORUM-11] an ask that nobody could complete is refused, and the same ask under its key is found again", async () => {
  const post = (quorum: unknown) =>
    server.call("POST", "/v1/inquiries", { as: "agent", body: { approval, quorum, key: "reach" } });
  expect(await post([{ group: "ops", count: 9 }])).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/quorum" }] },
  });
  const alone = { project: "default", role: "member", groups: ["solo"], at: 1 } as const;
  await server.store.directory.addMember({ id: "per_eve", name: "Eve" }, alone);
  const one = [{ group: "solo", count: 1 }];
  const { body: asked } = await post(one);
  await server.store.directory.changeRole("default", "per_eve", "viewer");
  expect(await post(one)).toMatchObject({ status: 200, body: { id: asked.id } });
  expect((await call("ana", "GET", `/v1/inquiries/${asked.id}`)).body).toMatchObject({ isUnanswerable: true });
  await server.store.directory.changeRole("default", "per_eve", "member");
  expect((await call("ana", "GET", `/v1/inquiries/${asked.id}`)).body).not.toHaveProperty("isUnanswerable");
});
