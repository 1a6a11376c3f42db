import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { createSignInLink } from "../people/sign-in.ts";
import { type CallOptions, createTestApp } from "../testing/test-app.ts";

const server = createTestApp({
  limits: { bodyBytes: 1_000, requestsPerSecond: 2, burst: 5, anonymousRequestsPerSecond: 1, anonymousBurst: 4 },
});
afterAll(() => server.close());

const body = (length: number) => {
  const frame = JSON.stringify({ agent: "nobody", title: "" }).length;
  return JSON.stringify({ agent: "nobody", title: "x".repeat(length - frame) });
};

test("[HTTP-5] a body over the limit is 413, and one at the limit is read", async () => {
  server.clock.advance(60_000);
  expect(await server.call("POST", "/v1/conversations", { body: body(1_000) })).toMatchObject({ status: 400 });
  const refused = await server.call("POST", "/v1/conversations", { body: body(1_001) });
  expect(refused).toMatchObject({ status: 413, body: { code: "body-too-large" } });
  // The client is told not to reuse the connection.
  expect(refused.headers.get("connection")).toBe("close");
});

test("[HTTP-5] a body without a content-length is counted while it is read", async () => {
  server.clock.advance(60_000);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const chunk = new TextEncoder().encode("x".repeat(400));
  void (async () => {
    for (let count = 0; count < 10; count += 1) await writer.write(chunk);
    await writer.close();
  })().catch(() => {});
  const response = await server.app.request("http://localhost/v1/conversations", {
    method: "POST",
    headers: { host: "localhost", authorization: "Bearer ans_1", "content-type": "application/json" },
    body: readable,
    duplex: "half",
  } as RequestInit);
  expect(response.status).toBe(413);
});

test("[HTTP-5] too many requests are 429 with Retry-After, counted for each caller", async () => {
  server.clock.advance(60_000);
  const statuses = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await server.call("GET", "/v1/inbox/count")).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const refused = await server.call("GET", "/v1/inbox/count");
  expect(refused).toMatchObject({ status: 429, body: { code: "too-many-requests" } });
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await server.call("GET", "/v1/inbox/count", { as: "colleague" })).toMatchObject({ status: 200 });
  server.clock.advance(1_000);
  const later = [];
  for (let count = 0; count < 3; count += 1) later.push((await server.call("GET", "/v1/inbox/count")).status);
  expect(later).toEqual([200, 200, 429]);
});

test("[HTTP-5] a caller of the same name in another project has requests of its own", async () => {
  server.clock.advance(60_000);
  const statuses = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await server.call("GET", "/v1/inbox/count")).status);
  expect(statuses.at(-1)).toBe(429);
  const others = [];
  for (let count = 0; count < 6; count += 1)
    others.push((await server.call("GET", "/v1/inbox/count", { as: "namesake" })).status);
  expect(others).toEqual([200, 200, 200, 200, 200, 429]);
});

test.each(["owner", "agent"] as const)(
  "[HTTP-5] requests about projects that the caller is not in are counted together: %s",
  async (as) => {
    server.clock.advance(60_000);
    const statusOf = async (headers?: Record<string, string>) =>
      (await server.call("GET", "/v1/conversations", { as, ...(headers && { headers }) })).status;
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push(await statusOf({ "askback-project": `elsewhere-${count % 2}` }));
    expect(statuses.slice(0, 5).every((status) => status < 429)).toBe(true);
    expect(statuses[5]).toBe(429);
    expect(await statusOf()).toBe(200);
  },
);

test("[HTTP-5] requests with unknown keys are limited too, and health checks are not", async () => {
  server.clock.advance(60_000);
  const guess = () => server.call("GET", "/v1/inbox/count", { as: "nobody", headers: { authorization: "Bearer x" } });
  const statuses = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await guess()).status);
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
  expect(await server.call("GET", "/healthz", { as: "nobody" })).toMatchObject({ status: 200 });
});

test("[TIME-5] a clock that is set back takes nobody's requests, and one that is set ahead gives nobody more", async () => {
  server.clock.advance(60_000);
  server.clock.jump(-3_600_000);
  const statuses = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await server.call("GET", "/v1/inbox/count")).status);
  server.clock.jump(-3_600_000);
  server.clock.advance(500);
  statuses.push((await server.call("GET", "/v1/inbox/count")).status);
  server.clock.jump(7_200_000);
  const refused = await server.call("GET", "/v1/inbox/count");
  expect([...statuses, refused.status]).toEqual([200, 200, 200, 200, 200, 200, 429]);
  expect(refused.headers.get("retry-after")).toBe("1");
});

test("[HTTP-21] callers without a key are limited by address on every path but health, and whoever is signed in or opens a valid link is not", async () => {
  server.clock.advance(60_000);
  const paths = ["/docs", "/openapi.json", "/sign-in", "/"];
  for (const path of paths) expect((await server.call("GET", path, { as: "nobody" })).status).not.toBe(429);
  for (const path of [...paths, "/docs/errors", "/v1/agents", "/nowhere"]) {
    const refused = await server.call("GET", path, { as: "nobody" });
    expect(refused, path).toMatchObject({ status: 429, body: { code: "too-many-requests" } });
    expect(refused.headers.get("retry-after")).toBe("1");
  }
  for (const path of ["/healthz", "/readyz"])
    expect((await server.call("GET", path, { as: "nobody" })).status, path).toBe(200);
  const { cookie } = await server.cookieOf();
  const forged = `askback_session=${"x".repeat(43)}`;
  for (const path of ["/docs", "/v1/agents"]) {
    expect((await server.call("GET", path)).status, path).toBe(200);
    expect((await server.call("GET", path, { as: "nobody", headers: { cookie } })).status, path).toBe(200);
    expect((await server.call("GET", path, { as: "nobody", headers: { cookie: forged } })).status, path).toBe(429);
  }
  const { clock, store } = server;
  const { path: link } = await createSignInLink({ clock, credentials: store.credentials }, "owner");
  expect((await server.call("GET", link, { as: "nobody" })).status).toBe(200);
  expect((await server.call("GET", `${link}x`, { as: "nobody" })).status).toBe(429);
  expect((await server.call("GET", link.replace("/sign-in", "/docs"), { as: "nobody" })).status).toBe(429);
  server.clock.advance(1_000);
  expect((await server.call("GET", "/docs", { as: "nobody" })).status).toBe(200);
});

/** A server with a low limit, and how often its store was asked for a key, a session or a link. */
function openLimited() {
  const limited = createTestApp({ limits: { anonymousRequestsPerSecond: 1, anonymousBurst: 4 } });
  onTestFinished(() => limited.close());
  const { credentials, directory } = limited.store;
  const lookups = [
    vi.spyOn(credentials, "apiKey"),
    vi.spyOn(credentials, "session"),
    vi.spyOn(credentials, "link"),
    vi.spyOn(directory, "invitation"),
  ];
  const statusOf = async (headers: Record<string, string>, path = "/v1/agents") =>
    (await limited.call("GET", path, { as: "nobody", headers })).status;
  return { limited, statusOf, lookups: () => lookups.reduce((sum, { mock }) => sum + mock.calls.length, 0) };
}

const forgedKey = (count: number) => `Bearer ask_${String(count).padStart(4, "0")}${"0".repeat(12)}_${"x".repeat(43)}`;

test("[HTTP-27] a request that names a trace has wrong keys looked up no more often, and none for a health check", async () => {
  const { statusOf, lookups } = openLimited();
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  for (let count = 0; count < 100; count += 1) {
    const headers = { authorization: forgedKey(count), traceparent };
    expect(await statusOf(headers, "/healthz")).toBe(200);
    expect(await statusOf(headers)).toBe(count < 4 ? 401 : 429);
  }
  expect(lookups()).toBe(40);
});

test("[HTTP-27] the store is not asked for more wrong links of an address, and forged keys do not use up those of links", async () => {
  const { limited, statusOf, lookups } = openLimited();
  for (let count = 0; count < 100; count += 1) await statusOf({ authorization: forgedKey(count) });
  const { clock, store } = limited;
  const { path: link } = await createSignInLink({ clock, credentials: store.credentials }, "owner");
  expect(await statusOf({}, link)).toBe(200);
  const before = lookups();
  for (let count = 0; count < 100; count += 1)
    await statusOf({}, `${count % 2 === 0 ? "/sign-in" : "/join"}?token=${String(count).padStart(43, "x")}`);
  expect(lookups()).toBe(before + 40);
});

test("[HTTP-27] keys that are valid cost no lookups when they are first used", async () => {
  const { limited, statusOf } = openLimited();
  for (let count = 0; count < 50; count += 1) {
    const body = { name: `key-${count}`, scopes: ["answer"] };
    const { key } = (await limited.call("POST", "/v1/keys", { body })).body;
    expect(await statusOf({ authorization: `Bearer ${key}` }), `key ${count}`).toBe(200);
  }
});

test("[HTTP-27] a session that gets another token goes on while others forge keys", async () => {
  const { limited, statusOf } = openLimited();
  const { cookie } = await limited.cookieOf();
  expect(await statusOf({ cookie })).toBe(200);
  limited.clock.advance(25 * 3600 * 1000);
  const { headers } = await limited.call("GET", "/v1/agents", { as: "nobody", headers: { cookie } });
  const [rotated = ""] = (headers.get("set-cookie") ?? "").split(";");
  expect(rotated).toContain("askback_session=");
  for (let count = 0; count < 100; count += 1) await statusOf({ authorization: forgedKey(count) });
  expect(await statusOf({ authorization: forgedKey(1) })).toBe(429);
  expect(await statusOf({ cookie: rotated })).toBe(200);
});

test("[HTTP-27] the store is not asked for more wrong keys of an address, and whoever was signed in goes on", async () => {
  const limits = { anonymousRequestsPerSecond: 1, anonymousBurst: 4 };
  const limited = createTestApp({ limits });
  const { credentials } = limited.store;
  let lookups = 0;
  const [apiKey, session] = [credentials.apiKey, credentials.session];
  Object.assign(credentials, {
    apiKey(id: string) {
      lookups += 1;
      return apiKey(id);
    },
    session(hash: string) {
      lookups += 1;
      return session(hash);
    },
  });
  const { cookie } = await limited.cookieOf();
  const statusOf = async (headers: Record<string, string>) =>
    (await limited.call("GET", "/v1/agents", { as: "nobody", headers })).status;
  expect(await statusOf({ cookie })).toBe(200);
  limited.clock.advance(60_000);
  lookups = 0;
  for (let count = 0; count < 100; count += 1) {
    const digits = String(count).padStart(4, "0");
    const forged: Record<string, string> =
      count % 2 === 0
        ? { cookie: `askback_session=${digits}${"x".repeat(39)}` }
        : { authorization: `Bearer ask_${digits}${"0".repeat(12)}_${"x".repeat(43)}` };
    expect(await statusOf(forged)).toBe(count < 4 ? 401 : 429);
  }
  expect(lookups).toBe(40);
  expect(await statusOf({ cookie })).toBe(200);
  expect((await limited.call("GET", "/v1/agents")).status).toBe(200);
  limited.clock.advance(1_000);
  expect(await statusOf({ cookie: `askback_session=${"y".repeat(43)}` })).toBe(401);
  await limited.close();
});

test("[PROJECT-4] all callers of a project together are limited, and other projects and monitors are not affected", async () => {
  const limits = { requestsPerSecond: 2, burst: 5, projects: { garden: { requestsPerSecond: 1, burst: 3 } } };
  const limited = createTestApp({ limits: { ...limits, projectRequestsPerSecond: 3, projectBurst: 7 } });
  const ask = async (as: CallOptions["as"], path = "/v1/agents") =>
    (await limited.call("GET", path, { ...(as && { as }) })).status;
  const statuses = [];
  for (const as of ["owner", "colleague", "agent", "owner", "colleague", "agent", "owner", "colleague"] as const)
    statuses.push(await ask(as));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429]);
  const refused = await limited.call("GET", "/v1/agents", { as: "rival" });
  expect(refused).toMatchObject({
    status: 429,
    body: { code: "too-many-requests", title: expect.stringContaining("project") },
  });
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await ask("monitor", "/metrics")).toBe(200);
  const others = [];
  for (const as of ["stranger", "namesake", "intruder", "stranger"] as const) others.push(await ask(as));
  expect(others).toEqual([200, 200, 200, 429]);
  limited.clock.advance(1_000);
  expect([await ask("colleague"), await ask("stranger"), await ask("intruder")]).toEqual([200, 200, 429]);
  await limited.close();
});
