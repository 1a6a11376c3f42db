import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, tea } from "../testing/test-app.ts";

const server = createTestApp({ publicUrl: "https://askback.example.org" });
let operations: { readonly method: string; readonly path: string; readonly scope: string }[] = [];

beforeAll(async () => {
  const { paths } = (await server.call("GET", "/openapi.json", { as: "nobody" })).body;
  operations = Object.entries(paths as Record<string, Record<string, { description: string }>>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(([method, { description }]) => ({
        method: method.toUpperCase(),
        path,
        scope: /Needs the scope `(\w+)`/.exec(description)?.[1] ?? "any",
      })),
  );
});
afterAll(() => server.close());

test("[SEC-1] every route of the API, the metrics and unknown paths need a key", async () => {
  const routes = [...operations, { method: "GET", path: "/metrics" }, { method: "GET", path: "/v1/anything" }];
  expect(routes.length).toBeGreaterThan(20);
  const credentials = [
    {},
    { authorization: "Bearer wrong" },
    { authorization: "Basic b3duZXI6YW5zXzE=" },
    { authorization: "ans_1" },
    { cookie: "askback_session=" },
  ];
  for (const { method, path } of routes)
    for (const headers of credentials) {
      const response = await server.call(method, path.replace("{id}", "conv_x"), { as: "nobody", headers });
      expect(response, `${method} ${path}`).toMatchObject({ status: 401, body: { code: "unauthorized" } });
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
    }
});

test("[SEC-1] a request with a wrong key is refused even if its cookie is valid", async () => {
  const { cookie } = await server.cookieOf();
  const headers = { cookie, authorization: "Bearer wrong" };
  expect(await server.call("GET", "/v1/inbox/count", { as: "nobody", headers: { cookie } })).toMatchObject({
    status: 200,
  });
  expect(await server.call("GET", "/v1/inbox/count", { as: "nobody", headers })).toMatchObject({ status: 401 });
});

test("[SEC-2] a key with the scope `ask` is refused on every route that answers for people", async () => {
  const { conversationId, inquiryId } = await server.park("agent");
  const answering = operations.filter(({ scope }) => scope === "answer" || scope === "read");
  expect(answering.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    "DELETE /v1/contact/subscriptions",
    "DELETE /v1/conversations/{id}",
    "DELETE /v1/conversations/{id}/permissions/{permission}",
    "DELETE /v1/inquiries/{id}/draft",
    "DELETE /v1/standing-answers/{id}",
    "GET /api/projects/{project}/notifications",
    "GET /api/projects/{project}/notifications/{notification}",
    "GET /v1/contact",
    "GET /v1/inquiries/{id}/audit",
    "GET /v1/inquiries/{id}/draft",
    "GET /v1/insight",
    "GET /v1/notifications",
    "GET /v1/notifications/count",
    "GET /v1/notifications/{id}",
    "GET /v1/notifications/{id}/deliveries",
    "GET /v1/standing-answers",
    "PATCH /v1/conversations/{id}",
    "POST /api/projects/{project}/agent-questions/{question}/respond",
    "POST /api/projects/{project}/notifications/{notification}/read",
    "POST /api/v1/sessions/{id}/answer",
    "POST /conversations/{id}/cancel",
    "POST /conversations/{id}/respond",
    "POST /v1/contact/subscriptions",
    "POST /v1/contact/test",
    "POST /v1/conversations/{id}/fork",
    "POST /v1/conversations/{id}/messages",
    "POST /v1/conversations/{id}/resume",
    "POST /v1/conversations/{id}/retry",
    "POST /v1/inquiries/{id}/answer",
    "POST /v1/inquiries/{id}/decline",
    "POST /v1/inquiries/{id}/delegate",
    "POST /v1/inquiries/{id}/deliver",
    "POST /v1/inquiries/{id}/dismiss",
    "POST /v1/inquiries/{id}/release",
    "POST /v1/inquiries/{id}/retract",
    "POST /v1/inquiries/{id}/see",
    "POST /v1/inquiries/{id}/snooze",
    "POST /v1/inquiries/{id}/take",
    "POST /v1/notifications/read",
    "POST /v1/notifications/{id}/read",
    "POST /v1/notifications/{id}/unread",
    "POST /v1/standing-answers",
    "PUT /v1/contact",
    "PUT /v1/inquiries/{id}/draft",
  ]);
  const version = (await server.store.load(conversationId))?.version;
  const bodies = [undefined, tea, { text: "Take tea." }, { comment: "x" }];
  for (const { method, path } of answering)
    for (const body of method === "GET" ? [undefined] : bodies) {
      const target = path
        .replace("{project}", "default")
        .replace("{question}", inquiryId)
        .replace("{id}", path.includes("inquiries") ? inquiryId : conversationId);
      const response = await server.call(method, target, { as: "agent", body });
      expect(response, `${method} ${path}`).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
  expect((await server.store.load(conversationId))?.version).toBe(version);
});

test("[SEC-2] a person's key cannot withdraw as the asking side", async () => {
  const { path } = await server.park();
  expect(await server.call("POST", `${path}/withdraw`)).toMatchObject({ status: 403 });
});

test("[SEC-2] a key with the scope `ask` sees and stops only what it started", async () => {
  const own = await server.park("agent");
  const foreign = [await server.park("owner"), await server.park("rival")];
  const as = "agent";
  const ids = async (path: string) =>
    (await server.call("GET", path, { as })).body.items.map(({ id }: { id: string }) => id);
  const list = await ids("/v1/conversations?limit=200");
  const inbox = await ids("/v1/inquiries?limit=200");
  expect(list).toContain(own.conversationId);
  expect(inbox).toContain(own.inquiryId);
  expect((await server.call("GET", "/v1/inbox/count", { as })).body.open).toBe(inbox.length);
  expect(await server.call("GET", `/v1/conversations/${own.conversationId}`, { as })).toMatchObject({ status: 200 });
  for (const { conversationId, inquiryId, path } of foreign) {
    expect(list).not.toContain(conversationId);
    expect(inbox).not.toContain(inquiryId);
    expect(await ids(`/v1/inquiries?conversation=${conversationId}`)).toEqual([]);
    const run = inquiryId.replace(/^inq_(.*)_\w+$/, "run_$1");
    for (const target of ["", "/transcript", "/runs"]
      .map((part) => `/v1/conversations/${conversationId}${part}`)
      .concat(path, `${path}?wait=60`, `/v1/runs/${run}`))
      expect(await server.call("GET", target, { as }), target).toMatchObject({ status: 404 });
    expect(await server.call("POST", `/v1/conversations/${conversationId}/stop`, { as })).toMatchObject({
      status: 404,
    });
    expect(await server.call("POST", `${path}/withdraw`, { as })).toMatchObject({ status: 404 });
    expect(await server.call("GET", `/v1/events?conversation=${conversationId}`, { as })).toMatchObject({
      status: 404,
      body: { code: "conversation-unknown" },
    });
  }
  expect(await server.call("GET", "/v1/events", { as })).toMatchObject({
    status: 403,
    body: { hint: expect.stringContaining("?conversation=") },
  });
  const both = `/v1/events?conversation=${own.conversationId}&conversation=${foreign[0]?.conversationId}`;
  expect(await server.call("GET", both, { as })).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining(foreign[0]?.conversationId ?? "") },
  });
});

test("[SEC-3] a foreign Host is refused before anything else", async () => {
  for (const host of [
    "evil.example",
    "evil.example:4100",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "askback.example.org.evil",
    "localhost@evil.example",
    "",
    "a b",
    "[::2]",
  ])
    for (const path of ["/v1/inbox/count", "/docs", "/sign-in?token=x", "/"])
      expect(await server.call("GET", path, { headers: { host } }), `${host} ${path}`).toMatchObject({
        status: 403,
        body: { code: "foreign-host" },
      });
  for (const host of ["127.0.0.1:4100", "localhost", "localhost:1", "[::1]:4100", "askback.example.org"])
    expect(await server.call("GET", "/v1/inbox/count", { headers: { host } }), host).toMatchObject({ status: 200 });
});

test("[SEC-3] health and metrics answer under any Host, since a monitor calls a server by its address", async () => {
  for (const path of ["/healthz", "/readyz", "/metrics"])
    expect(await server.call("GET", path, { headers: { host: "10.0.0.7:4100" } }), path).toMatchObject({ status: 200 });
});

test("[SEC-3] a foreign Origin is refused, with a good key too", async () => {
  const { path } = await server.park();
  for (const origin of [
    "https://evil.example",
    "null",
    "http://localhost.evil.example",
    "http://askback.example.org",
    "https://askback.example.org:8443",
    "https://askback.example.org.evil",
    "file://",
    "https://localhost",
    // A page of another port of this machine, to which browsers send our cookie.
    "http://localhost:3000",
    "http://127.0.0.1",
  ])
    expect(await server.call("POST", `${path}/answer`, { body: tea, headers: { origin } }), origin).toMatchObject({
      status: 403,
      body: { code: "foreign-origin" },
    });
  expect(await server.call("GET", path)).toMatchObject({ body: { status: "open" } });
  for (const origin of ["http://localhost", "https://askback.example.org"])
    expect(await server.call("GET", path, { headers: { origin } }), origin).toMatchObject({ status: 200 });
});

test("[SEC-10] metrics are for keys with that scope and the owner, and such a key can do nothing else", async () => {
  const { cookie } = await server.cookieOf();
  for (const as of ["monitor", "owner"] as const)
    expect(await server.call("GET", "/metrics", { as })).toMatchObject({ status: 200 });
  expect(await server.call("GET", "/metrics", { as: "nobody", headers: { cookie } })).toMatchObject({ status: 200 });
  for (const as of ["colleague", "agent", "stranger", "namesake"] as const)
    expect(await server.call("GET", "/metrics", { as })).toMatchObject({ status: 403, body: { code: "forbidden" } });
  for (const { method, path } of operations) {
    const body = method === "GET" || method === "DELETE" ? undefined : tea;
    const response = await server.call(method, path.replace("{id}", "conv_x"), { as: "monitor", body });
    expect(response, `${method} ${path}`).toMatchObject({ status: 403, body: { code: "forbidden" } });
  }
});
