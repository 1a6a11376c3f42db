import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { expect, test } from "vitest";
import { createTestApp } from "../testing/test-app.ts";

test("[HTTP-23] every response names its request, is dated, and has the headers that protect browsers", async () => {
  const hono = new Hono().use(secureHeaders({ xFrameOptions: "DENY", strictTransportSecurity: false }));
  const expected = [...(await hono.request("/")).headers].filter(([name]) => name !== "content-type");
  const app = await createTestApp();
  const { path, conversationId } = await app.park();
  const responses = [
    await app.call("POST", "/v1/conversations", { body: { agent: "asker" } }),
    await app.call("GET", `/v1/conversations/${conversationId}`),
    await app.call("POST", `${path}/answer`, { body: { answers: "none" } }),
    await app.call("GET", "/v1/nowhere"),
    await app.call("GET", "/v1/agents", { as: "nobody" }),
    await app.call("GET", "/healthz", { as: "nobody" }),
    await app.call("GET", "/openapi.json", { as: "nobody" }),
    await app.call("GET", "/v1/me", { as: "nobody", headers: await app.cookieOf() }),
  ];
  for (const { headers } of responses) {
    expect([...headers]).toEqual(expect.arrayContaining(expected));
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("date")).toBe(new Date(app.clock.now()).toUTCString());
    expect(headers.get("cache-control")).toMatch(/no-store|no-cache/);
  }
  await app.close();
});

test("[SESSION-2] a response that gives a session its next token has all headers of others", async () => {
  const app = await createTestApp();
  const cookie = await app.cookieOf();
  await app.call("GET", "/v1/me", { as: "nobody", headers: cookie });
  app.clock.advance(25 * 3600 * 1000);
  const { status, headers, body } = await app.call("GET", "/v1/me", { as: "nobody", headers: cookie });
  expect({ status, id: body.id ?? body.person?.id }).toMatchObject({ status: 200 });
  expect(headers.get("set-cookie")).toMatch(/askback_session.*HttpOnly/i);
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("x-request-id")).not.toBeNull();
  await app.close();
});
