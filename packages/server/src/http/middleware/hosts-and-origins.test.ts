import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../testing/test-app.ts";

const origin = "https://shop.example.org";
const server = createTestApp({ origins: [origin] });
afterAll(() => server.close());

test("[SEC-7] a page of a configured origin may call with a key", async () => {
  const preflight = await server.call("OPTIONS", "/v1/conversations", { as: "nobody", headers: { origin } });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
  const response = await server.call("GET", "/v1/inbox/count", { headers: { origin } });
  expect(response.status).toBe(200);
  for (const { headers } of [preflight, response]) {
    expect(headers.get("access-control-allow-origin")).toBe(origin);
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("vary")).toMatch(/^origin\b/i);
  }
});

test("[SEC-7] a page of a configured origin may read why a call was refused", async () => {
  const response = await server.call("GET", "/v1/conversations/conv_x", { headers: { origin } });
  expect(response.status).toBe(404);
  expect(response.headers.get("access-control-allow-origin")).toBe(origin);
});

test("[SEC-7] a page of a configured origin may not call by cookie", async () => {
  const { cookie } = await server.cookieOf();
  for (const authorization of [{}, { authorization: "Basic eDp5" }, { authorization: "Bearer" }]) {
    const headers = { origin, cookie, ...authorization };
    const response = await server.call("GET", "/v1/inbox/count", { as: "nobody", headers });
    expect(response).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  }
});

test("[SEC-7] a page of a configured origin may ask without a key whether the server runs", async () => {
  const response = await server.call("GET", "/healthz", { as: "nobody", headers: { origin } });
  expect(response.status).toBe(200);
});

test("[SEC-7] a page of any other origin may not call at all", async () => {
  for (const other of ["https://evil.example.org", `${origin}.evil.example`, "null"]) {
    const response = await server.call("GET", "/v1/inbox/count", { headers: { origin: other } });
    expect(response).toMatchObject({ status: 403, body: { code: "foreign-origin" } });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  }
});

test("[FAILURE-9] the log is told once of each origin whose pages were refused", async () => {
  const told: string[] = [];
  const app = createTestApp({ onForeignOrigin: (foreign) => told.push(foreign) });
  for (const other of [origin, origin, "null", "javascript:alert(1)", `${origin}:8443`, "https://a.b/\nfake line"])
    await app.call("GET", "/v1/inbox/count", { headers: { origin: encodeURI(other) } });
  expect(told).toEqual([origin, `${origin}:8443`, "https://a.b"]);
  await app.close();
});
