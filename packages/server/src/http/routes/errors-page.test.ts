import { afterAll, expect, test } from "vitest";
import { problemCodes } from "../problems/problem-codes.ts";
import { createTestApp } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

test("[HTTP-12] the type of a problem leads to what its code means, without a key", async () => {
  const { body: problem } = await server.call("GET", "/v1/conversations/conv_0");
  const { pathname, hash } = new URL(problem.type, "http://127.0.0.1");
  const { status, headers, body } = await server.call("GET", pathname, { as: "nobody" });
  expect({ status, type: headers.get("content-type") }).toEqual({ status: 200, type: "text/html; charset=UTF-8" });
  expect(hash).toBe("#conversation-unknown");
  expect(body).toContain(`<section id="${hash.slice(1)}">`);
});

test("[HTTP-12] the page of error codes has every code once, with its meaning, and runs nothing", async () => {
  const { body, headers } = await server.call("GET", "/docs/errors", { as: "nobody" });
  const ids = [...body.matchAll(/<section id="([^"]+)">/g)].map(([, id]) => id);
  expect(ids).toEqual(Object.keys(problemCodes));
  expect(body).toContain("<code>receipt</code> says who resolved it");
  expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*style-src 'sha256-[\w+/=]+'/);
  expect(headers.get("content-security-policy")).not.toContain("unsafe");
  expect(body).not.toContain("<script");
});
