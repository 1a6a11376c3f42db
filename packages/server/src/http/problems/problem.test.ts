import * as wire from "@askback/core/wire";
import { afterAll, expect, test } from "vitest";
import { type CallOptions, coffee, createTestApp, tea } from "../testing/test-app.ts";
import { problems } from "./problem.ts";

const server = createTestApp();
afterAll(() => server.close());

test("[HTTP-2] every refusal is problem+json with a stable code and a hint", async () => {
  const { conversationId, path } = await server.park();
  const conversation = `/v1/conversations/${conversationId}`;
  const open = await server.park();
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
      type: `/docs/errors#${code}`,
      status,
      code,
      hint: expect.stringMatching(/\w/),
    });
    expect(wire.Problem.strict().safeParse(response.body).error, name).toBeUndefined();
  }
  expect(server.failures).toEqual([]);
});

test("[HTTP-2] an invalid request names each invalid field", async () => {
  const { body } = await server.call("POST", "/v1/conversations", { body: { agent: 7, extra: true } });
  expect(body.errors).toEqual([
    { pointer: "/agent", message: expect.stringContaining("expected string") },
    { pointer: "/", message: expect.stringContaining("extra") },
  ]);
  expect(body.detail).toMatch(/^body\/agent: /);
});

test("[HTTP-2] an unexpected error is a 500 that says nothing about its cause", async () => {
  const broken = createTestApp();
  broken.store.conversations = async () => {
    throw new Error("secret of the database");
  };
  const { status, body, headers } = await broken.call("GET", "/v1/conversations");
  expect({ status, body }).toEqual({ status: 500, body: { type: "/docs/errors#internal", ...problems.internal } });
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(broken.failures).toMatchObject([{ message: "secret of the database" }]);
  await broken.close();
});

test("[SEC-2] a refusal by scope names the scope that the route needs", async () => {
  const { path } = await server.park("agent");
  expect((await server.call("POST", `${path}/answer`, { as: "agent", body: tea })).body).toMatchObject({
    code: "forbidden",
    hint: expect.stringMatching(/scope answer/),
  });
  const own = await server.park();
  const { hint } = (await server.call("POST", `${own.path}/withdraw`)).body;
  expect(hint).toMatch(/scope ask/);
  expect(hint).not.toMatch(/scope answer/);
});

test("[HTTP-2] an unknown query parameter is refused, and the known ones are listed", async () => {
  const { conversationId, path } = await server.park();
  const conversation = `/v1/conversations/${conversationId}`;
  const refused: readonly (readonly [string, string, RegExp])[] = [
    [
      "GET",
      "/v1/conversations?limt=5",
      /^query\/limt: is unknown; there are: limit, cursor, status, agent, parent, q$/,
    ],
    ["GET", "/v1/inquiries?state=open", /^query\/state: is unknown; there are: .*status/],
    ["GET", "/v1/inbox/count?status=open", /^query\/status: is unknown; this route takes none$/],
    ["GET", `${conversation}?wait=1`, /^query\/wait: /],
    ["GET", `${conversation}/transcript?after=1`, /^query\/after: is unknown; there are: limit, cursor$/],
    ["GET", `${path}?wit=1`, /^query\/wit: /],
    ["GET", "/v1/events?conversations=x", /^query\/conversations: .*conversation, after/],
    ["GET", "/v1/agents?name=x", /^query\/name: /],
    ["POST", `${conversation}/stop?force=1`, /^query\/force: /],
    ["DELETE", `${conversation}?x`, /^query\/x: /],
  ];
  for (const [method, target, detail] of refused)
    expect(await server.call(method, target), target).toMatchObject({
      status: 400,
      body: { code: "invalid-request", detail: expect.stringMatching(detail) },
    });
  expect(await server.call("GET", conversation)).toMatchObject({ body: { status: "parked" } });
});

test("[HTTP-2] a query parameter that is not a number is refused as such", async () => {
  const { path } = await server.park();
  for (const target of [`${path}?wait=x`, "/v1/conversations?limit=ten"]) {
    const { status, body } = await server.call("GET", target);
    expect(status).toBe(400);
    expect(body.detail).toMatch(/^query\/\w+: must be a number$/);
  }
  for (const wait of ["61", "-1"])
    expect(await server.call("GET", `${path}?wait=${wait}`)).toMatchObject({
      status: 400,
      body: { detail: "query/wait: must be 0 to 60 seconds" },
    });
  for (const after of ["abc", "-1", "1.5", "A-1", "a-b-1", "1".repeat(80)])
    expect(await server.call("GET", `/v1/events?after=${after}`)).toMatchObject({
      status: 400,
      body: { detail: "query/after: must be the id of an event" },
    });
});

test("[HTTP-2] an incomplete answer is refused, and the missing field is named", async () => {
  const { path } = await server.park();
  const errors = async (answer: unknown) =>
    (await server.call("POST", `${path}/answer`, { body: { answers: [answer] } })).body.errors;
  expect(await errors({})).toEqual([{ pointer: "/answers/0/question", message: "is missing: expected string" }]);
  expect(await errors({ question: "q1", skipped: false })).toMatchObject([
    { message: expect.stringContaining("skipped") },
  ]);
  expect(await errors({ question: "q1", option: "o1" })).toMatchObject([
    { pointer: "/answers/0", message: expect.stringContaining('"option"') },
  ]);
  expect(await errors(7)).toMatchObject([{ pointer: "/answers/0", message: expect.stringContaining("object") }]);
});

test.for([
  ["answer", tea],
  ["delegate", {}],
  ["decline", {}],
  ["dismiss", {}],
] as const)(
  "[ANSWER-7] a revision that does not exist yet is refused as unknown, not as changed: %s",
  async ([type, said]) => {
    const { path } = await server.park();
    const { status, body } = await server.call("POST", `${path}/${type}`, { body: { ...said, revision: 7 } });
    expect({ status, code: body.code, revision: body.revision }).toEqual({
      status: 409,
      code: "revision-changed",
      revision: 1,
    });
    expect(body.title).toBe("There is no such revision");
    expect(body.hint).toContain("`revision`");
  },
);

test("[RESOLVE-11] a resolution after a held answer is refused with the time until which the answer can be taken back", async () => {
  const { path } = await server.park();
  const { body: receipt } = await server.call("POST", `${path}/answer`, { body: { ...tea, hold: 30 } });
  const { status, body } = await server.call("POST", `${path}/decline`, { as: "colleague" });
  expect(status).toBe(409);
  expect(body).toMatchObject({ code: "already-resolved", title: "This inquiry is answered already", receipt });
  expect(body.hint).toContain(`can take it back until ${receipt.heldUntil}`);
});

test("[HTTP-2] a blank title and a blank message are both refused", async () => {
  const { conversationId } = await server.park();
  const path = `/v1/conversations/${conversationId}`;
  expect(await server.call("PATCH", path, { body: { title: " " } })).toMatchObject({
    status: 422,
    body: { code: "title-blank" },
  });
  expect(await server.call("POST", `${path}/messages`, { body: { text: " " } })).toMatchObject({
    status: 422,
    body: { code: "message-blank" },
  });
});

test("[FORK-1] an impossible fork is refused with which of conversation and inquiry is wrong, and what to fork instead", async () => {
  const [one, other] = [await server.park(), await server.park()];
  const fork = (conversationId: string, inquiry: string) =>
    server.call("POST", `/v1/conversations/${conversationId}/fork`, { body: { inquiry } });
  expect(await fork("conv_0", one.inquiryId)).toMatchObject({ status: 404, body: { code: "conversation-unknown" } });
  expect(await fork(one.conversationId, other.inquiryId)).toMatchObject({
    status: 404,
    body: { code: "inquiry-unknown", hint: expect.stringContaining("one of this conversation") },
  });
  const { body: forked } = await fork(one.conversationId, one.inquiryId);
  expect(await fork(forked.id, one.inquiryId)).toMatchObject({
    status: 404,
    body: { code: "inquiry-unknown", hint: expect.stringMatching(`is a fork of ${one.conversationId}.*fork that one`) },
  });
  expect((await fork(forked.id, forked.inquiry.id)).status).toBe(202);
});
