import * as wire from "@askback/core/wire";
import { afterAll, expect, test } from "vitest";
import { problems } from "./problem.ts";

import { type CallOptions, coffee, createTestApp, tea } from "./testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

test("[HTTP-2] every refusal is problem+json with a stable code and a hint", async () => {
  const { conversationId, path } = await server.parked();
  const conversation = `/v1/conversations/${conversationId}`;
  const open = await server.parked();
  const expected: readonly (readonly [string, string, CallOptions, number, string])[] = [
    ["GET", "/v1/nothing", {}, 404, "not-found"],
    ["GET", "/v1/conversations", { as: "nobody" }, 401, "unauthorized"],
    ["POST", `${path}/answer`, { as: "agent", body: tea }, 403, "forbidden"],
    ["GET", "/v1/conversations", { headers: { host: "evil.example" } }, 403, "foreign-host"],
    ["GET", "/v1/conversations", { headers: { origin: "https://evil.example" } }, 403, "foreign-origin"],
    ["GET", "/v1/conversations/conv_0", {}, 404, "conversation-unknown"],
    ["GET", "/v1/inquiries/inq_0_1", {}, 404, "inquiry-unknown"],
    ["GET", "/v1/runs/run_0_1", {}, 404, "run-unknown"],
    ["GET", "/v1/conversations?limit=0", {}, 400, "invalid-request"],
    ["POST", "/v1/conversations", { body: "{" }, 400, "invalid-request"],
    ["POST", "/v1/conversations", { body: { agent: "nobody" } }, 422, "agent-unknown"],
    ["POST", "/v1/conversations", { body: { agent: "asker", message: " " } }, 422, "message-blank"],
    ["PUT", "/v1/conversations", {}, 405, "method-not-allowed"],
    ["GET", "/v1/events?conversation=conv_0", {}, 404, "conversation-unknown"],
    ["PATCH", conversation, { body: { title: "" } }, 422, "title-blank"],
    ["POST", `${conversation}/fork`, { body: { inquiry: "inq_0_1" } }, 404, "inquiry-unknown"],
    ["POST", "/v1/conversations", { body: "a=b", headers: { "content-type": "text/plain" } }, 415, "not-json"],
    ["POST", `${open.path}/answer`, { body: { answers: [{ question: "q9", options: ["o1"] }] } }, 422, "answer-misfit"],
    ["POST", `${open.path}/answer`, { body: { ...tea, revision: 7 } }, 409, "revision-changed"],
    ["POST", `${open.path}/retract`, {}, 409, "inquiry-not-held"],
    ["POST", `${open.path}/deliver`, {}, 409, "inquiry-not-held"],
    ["POST", `${open.path}/extend`, { body: { until: null } }, 409, "inquiry-without-deadline"],
    ["POST", `${open.path}/extend`, { body: { until: "tomorrow" } }, 400, "invalid-request"],
    ["POST", `${conversation}/resume`, {}, 409, "nothing-to-resume"],
    ["POST", `${conversation}/retry`, {}, 409, "nothing-to-retry"],
    ["POST", `${path}/answer`, { body: tea }, 202, ""],
    ["POST", `${path}/answer`, { body: coffee }, 409, "already-resolved"],
    ["POST", `${path}/dismiss`, { as: "colleague" }, 409, "already-resolved"],
    ["GET", "/sign-in?token=1.x", { as: "nobody" }, 401, "link-expired"],
  ];
  for (const [method, target, options, status, code] of expected) {
    const response = await server.call(method, target, options);
    const name = `${method} ${target}`;
    expect({ name, status: response.status }).toEqual({ name, status });
    if (status === 202) continue;
    expect(response.headers.get("content-type"), name).toBe("application/problem+json");
    expect(response.body, name).toMatchObject({
      type: `about:blank#${code}`,
      status,
      code,
      hint: expect.stringMatching(/\w/),
    });
    expect(wire.Problem.strict().safeParse(response.body).error, name).toBeUndefined();
  }
  expect(server.failures).toEqual([]);
});

test("[HTTP-2] a request that does not fit names the places", async () => {
  const { body } = await server.call("POST", "/v1/conversations", { body: { agent: 7, extra: true } });
  expect(body.errors).toEqual([
    { pointer: "/agent", message: expect.stringContaining("expected string") },
    { pointer: "/", message: expect.stringContaining("extra") },
  ]);
  expect(body.detail).toMatch(/^body\/agent: /);
});

test("[HTTP-2] what the server could not do is a 500 that tells nothing of the inside", async () => {
  const broken = createTestApp();
  broken.store.conversations = async () => {
    throw new Error("secret of the database");
  };
  const { status, body, headers } = await broken.call("GET", "/v1/conversations");
  expect({ status, body }).toEqual({ status: 500, body: { type: "about:blank#internal", ...problems.internal } });
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(broken.failures).toMatchObject([{ message: "secret of the database" }]);
  await broken.close();
});
