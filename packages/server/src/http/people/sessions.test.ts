import { afterAll, expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { deviceOf } from "./device.ts";

const server = createTestApp();
afterAll(() => server.close());
const as = "nobody";
const at = 1;

/** Those of the example of RFC 8291. */
const browserKeys = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

async function withPeople(): Promise<TestApp> {
  const app = createTestApp();
  onTestFinished(() => app.close());
  const { directory } = app.store;
  await directory.addMember({ id: "per_ana", name: "Ana" }, { project: "default", role: "member", groups: [], at });
  await directory.addMember({ id: "per_vic", name: "Vic" }, { project: "default", role: "viewer", groups: [], at });
  await directory.addMember({ id: "per_gus", name: "Gus" }, { project: "garden", role: "owner", groups: [], at });
  await directory.addMember({ id: "per_ana" }, { project: "garden", role: "viewer", groups: [], at: 2 });
  return app;
}

test("[SESSION-3] a person sees where they are signed in, and ends a session at once", async () => {
  const app = await withPeople();
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const headers = await app.cookieOf("per_ana");
  const { body: link } = await app.call("POST", "/v1/sign-in-links", { body: { person: "per_ana" } });
  const phone = await app.call("POST", link.path, { as, headers: { "user-agent": userAgent } });
  const other = { cookie: phone.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const { body } = await app.call("GET", "/v1/sessions", { as, headers });
  expect(body.items).toHaveLength(2);
  expect(body.items.find((one: { isCurrent: boolean }) => !one.isCurrent)).toMatchObject({
    device: "Firefox on Linux",
  });
  const id = body.items.find((one: { isCurrent: boolean }) => !one.isCurrent).id;
  expect((await app.call("GET", "/v1/me", { as, headers: other })).body.id).toBe("per_ana");
  expect(await app.call("DELETE", `/v1/sessions/${id}`, { as, headers })).toMatchObject({ status: 204 });
  expect((await app.call("GET", "/v1/me", { as, headers: other })).status).toBe(401);
  expect(await app.call("DELETE", `/v1/sessions/${id}`, { as, headers })).toMatchObject({
    status: 404,
    body: { code: "session-unknown" },
  });
});

test("[PUSH-4] ending a session, signing out and being disabled switch off the notifications of that browser", async () => {
  const app = await withPeople();
  const subscribe = (headers: object, endpoint: string) =>
    app.call("POST", "/v1/contact/subscriptions", {
      as,
      headers: { ...headers },
      body: { endpoint, keys: browserKeys },
    });
  const shown = async () =>
    (await app.store.contacts.find({ project: "default", person: "per_ana" }))?.subscriptions.map(
      ({ endpoint }) => endpoint,
    );
  const [laptop, phone, tablet] = [
    "https://push.example.com/laptop",
    "https://push.example.com/phone",
    "https://push.example.com/tablet",
  ] as const;
  const cookies = new Map<string, { readonly cookie: string }>();
  for (const browser of [laptop, phone, tablet]) {
    const headers = await app.cookieOf("per_ana");
    cookies.set(browser, headers);
    expect((await subscribe(headers, browser)).status).toBe(200);
  }
  expect(await shown()).toEqual([laptop, phone, tablet]);
  const { items } = (await app.call("GET", "/v1/sessions", { as, headers: { ...cookies.get(phone) } })).body;
  const ended = items.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id;
  await app.call("DELETE", `/v1/sessions/${ended}`, { as, headers: { ...cookies.get(laptop) } });
  expect(await shown()).toEqual([laptop, tablet]);
  await app.call("POST", "/sign-out", { as, headers: { ...cookies.get(tablet) } });
  expect(await shown()).toEqual([laptop]);
  await app.call("PATCH", "/v1/members/per_ana", { as, headers: await app.cookieOf(), body: { isDisabled: true } });
  expect(await shown()).toBeUndefined();
});

test("[PUSH-4] who signs in again in the same browser keeps its notifications, and somebody else ends them", async () => {
  const app = await withPeople();
  const endpoint = "https://push.example.com/laptop";
  const shown = async () =>
    (await app.store.contacts.find({ project: "default", person: "per_ana" }))?.subscriptions.length ?? 0;
  const signIn = async (person: string, headers: object) => {
    const { body: link } = await app.call("POST", "/v1/sign-in-links", {
      as,
      headers: await app.cookieOf(),
      body: { person },
    });
    const signedIn = await app.call("POST", link.path, { as, headers: { ...headers } });
    return { cookie: signedIn.headers.get("set-cookie")?.split(";")[0] ?? "" };
  };
  const first = await app.cookieOf("per_ana");
  const body = { endpoint, keys: browserKeys };
  await app.call("POST", "/v1/contact/subscriptions", { as, headers: first, body });
  const second = await signIn("per_ana", first);
  expect(await shown()).toBe(1);
  await signIn("per_vic", second);
  expect(await shown()).toBe(0);
});

test("[SESSION-3] an admin ends sessions of the project's members; nobody else those of others", async () => {
  const app = await withPeople();
  const headers = await app.cookieOf("per_vic");
  const list = (options: object) => app.call("GET", "/v1/sessions?person=per_vic", options);
  const [session] = (await list({})).body.items;
  expect(session).toMatchObject({ isCurrent: false });
  for (const caller of ["per_ana", "per_gus"]) {
    const others = { as, headers: await app.cookieOf(caller) } as const;
    expect(await list(others)).toMatchObject({ status: 404, body: { code: "person-unknown" } });
    expect((await app.call("DELETE", `/v1/sessions/${session.id}`, others)).status).toBe(404);
  }
  expect((await app.call("DELETE", `/v1/sessions/${session.id}`)).status).toBe(204);
  expect((await app.call("GET", "/v1/me", { as, headers })).status).toBe(401);
});

test("[SESSION-3] a key with the name of a person elsewhere does not see that person's sessions", async () => {
  const app = await withPeople();
  await app.cookieOf("owner");
  expect((await app.call("GET", "/v1/sessions")).body.items).toHaveLength(1);
  for (const caller of ["namesake", "agent"] as const)
    expect((await app.call("GET", "/v1/sessions", { as: caller })).body.items).toEqual([]);
});

test("[SESSION-3] the event streams of a session that is ended end", async () => {
  const app = await withPeople();
  const headers = await app.cookieOf("per_ana");
  const stays = await app.send("GET", "/v1/events");
  const stream = await app.send("GET", "/v1/events", { as, headers });
  await expect.poll(() => app.followers).toBe(2);
  const [session] = (await app.call("GET", "/v1/sessions", { as, headers })).body.items;
  await app.call("DELETE", `/v1/sessions/${session.id}`);
  await stream.text();
  expect(app.followers).toBe(1);
  await stays.body?.cancel();
});

test("[PEOPLE-2] the event streams of somebody who leaves the project, or whose key is revoked, end", async () => {
  const app = await withPeople();
  const stream = await app.send("GET", "/v1/events", { as, headers: await app.cookieOf("per_vic") });
  await app.store.directory.removeMember("default", "per_vic", 5);
  await stream.text();
  expect(stream.status).toBe(200);
});

test("[PEOPLE-2] somebody who is disabled is signed out at once", async () => {
  const app = await withPeople();
  const headers = await app.cookieOf("per_ana");
  await app.store.directory.disablePerson("per_ana", 5);
  expect((await app.call("GET", "/v1/me", { as, headers })).status).toBe(401);
  expect((await app.call("POST", "/v1/sign-in-links", { body: { person: "per_ana" } })).status).toBe(404);
});

test("[PEOPLE-5] a person of several projects chooses one by header or for the session, and no other exists", async () => {
  const app = await withPeople();
  const headers = await app.cookieOf("per_ana");
  const projectOf = async (more = {}) =>
    (await app.call("GET", "/v1/me", { as, headers: { ...headers, ...more } })).body.project;
  expect(await projectOf()).toBe("default");
  expect(await projectOf({ "askback-project": "garden" })).toBe("garden");
  const own = await app.park("owner");
  const foreign = await app.park("stranger");
  const read = async (id: string, more = {}) =>
    (await app.call("GET", `/v1/conversations/${id}`, { as, headers: { ...headers, ...more } })).status;
  expect([await read(own.conversationId), await read(foreign.conversationId)]).toEqual([200, 404]);
  const inGarden = { "askback-project": "garden" };
  expect([await read(own.conversationId, inGarden), await read(foreign.conversationId, inGarden)]).toEqual([404, 200]);
  const choose = (project: string) => app.call("PUT", "/v1/session", { as, headers, body: { project } });
  expect((await choose("garden")).status).toBe(204);
  expect(await projectOf()).toBe("garden");
  expect(await choose("none")).toMatchObject({ status: 404, body: { code: "project-unknown" } });
  expect(await app.call("GET", "/v1/me", { as, headers: { ...headers, "askback-project": "none" } })).toMatchObject({
    status: 404,
    body: { code: "project-unknown" },
  });
  await app.store.directory.removeMember("garden", "per_ana", 5);
  expect(await projectOf()).toBe("default");
  await app.store.directory.removeMember("default", "per_ana", 5);
  expect(await app.call("GET", "/v1/me", { as, headers })).toMatchObject({ status: 403 });
  expect(await app.call("PUT", "/v1/session", { body: { project: "default" } })).toMatchObject({
    status: 409,
    body: { code: "no-session" },
  });
});

test("[PEOPLE-5] a key has one project, and a header that names another is refused", async () => {
  for (const caller of ["agent", "colleague", "owner"] as const) {
    const read = async (project: string) =>
      (await server.call("GET", "/v1/me", { as: caller, headers: { "askback-project": project } })).status;
    expect([await read("default"), await read("garden")]).toEqual([200, 404]);
  }
});

test("[PEOPLE-6] a viewer reads the project and changes nothing", async () => {
  const app = await withPeople();
  const headers = await app.cookieOf("per_vic");
  const { conversationId, inquiryId } = await app.park("agent");
  for (const path of [
    `/v1/conversations/${conversationId}`,
    `/v1/inquiries/${inquiryId}`,
    "/v1/inbox/count",
    "/v1/agents",
    "/v1/insight",
    "/v1/standing-answers",
    `/v1/inquiries/${inquiryId}/audit`,
    "/v1/notifications",
    `/v1/notifications/ntf_${inquiryId}`,
    `/v1/notifications/ntf_${inquiryId}/deliveries`,
    "/api/projects/default/notifications",
    `/api/projects/default/notifications/ntf_${inquiryId}`,
  ])
    expect((await app.call("GET", path, { as, headers })).status, path).toBe(200);
  // Nothing waits for them, so that nothing is left to read.
  expect((await app.call("GET", "/v1/notifications/count", { as, headers })).body).toEqual({ unread: 0 });
  expect((await app.call("GET", "/v1/notifications", { as, headers })).body.items).toMatchObject([{ read: true }]);
  expect((await app.call("GET", "/v1/notifications?unread=true", { as, headers })).body.items).toEqual([]);
  for (const path of [
    "/v1/conversations",
    `/v1/conversations/${conversationId}/messages`,
    `/v1/conversations/${conversationId}/stop`,
    `/v1/inquiries/${inquiryId}/answer`,
    `/v1/inquiries/${inquiryId}/extend`,
    "/v1/notifications/read",
    `/v1/notifications/ntf_${inquiryId}/read`,
    `/api/projects/default/notifications/ntf_${inquiryId}/read`,
    "/v1/standing-answers",
    "/v1/sign-in-links",
  ])
    expect(await app.call("POST", path, { as, headers, body: {} }), path).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
});

test("[SESSION-1] a link is made for oneself, or by who manages all projects of the person", async () => {
  const app = await withPeople();
  const create = async (caller: string, person?: string) => {
    const headers = await app.cookieOf(caller);
    return (await app.call("POST", "/v1/sign-in-links", { as, headers, body: { ...(person && { person }) } })).status;
  };
  expect(await create("per_gus")).toBe(201);
  // Ana is in the garden too, and Gus would see what she sees elsewhere.
  expect(await create("per_gus", "per_ana")).toBe(404);
  expect(await create("per_gus", "owner")).toBe(404);
  expect(await create("owner", "per_gus")).toBe(201);
  expect(await create("owner", "per_none")).toBe(404);
  await app.store.directory.removeMember("default", "per_ana", 5);
  expect(await create("per_gus", "per_ana")).toBe(201);
});

test.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36",
    "Chrome on macOS",
  ],
  ["curl/8.5.0", "curl"],
  ["", "Unknown device"],
  ["<script>", "Unknown device"],
])("[SESSION-3] %s is called %s", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
