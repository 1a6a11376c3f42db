import { afterAll, expect, test } from "vitest";
import { createTestApp, tea } from "./testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

test("[SEC-2] a refusal by scope names the scope that the route needs", async () => {
  const { path } = await server.parked("agent");
  expect((await server.call("POST", `${path}/answer`, { as: "agent", body: tea })).body).toMatchObject({
    code: "forbidden",
    hint: expect.stringMatching(/scope answer/),
  });
  const own = await server.parked();
  const { hint } = (await server.call("POST", `${own.path}/withdraw`)).body;
  expect(hint).toMatch(/scope ask/);
  expect(hint).not.toMatch(/scope answer/);
});

test("[HTTP-2] a query that a route does not know is refused with what it takes", async () => {
  const { conversationId, path } = await server.parked();
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

test("[HTTP-2] a number that is none is said so", async () => {
  const { path } = await server.parked();
  for (const target of [`${path}?wait=x`, "/v1/events?after=abc", "/v1/conversations?limit=ten"]) {
    const { status, body } = await server.call("GET", target);
    expect(status).toBe(400);
    expect(body.detail).toMatch(/^query\/\w+: must be a number$/);
  }
});

test("[HTTP-2] an answer that is not whole names what is missing", async () => {
  const { path } = await server.parked();
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
] as const)("[ANS-7] a revision that is yet to come is not called a change: %s", async ([type, said]) => {
  const { path } = await server.parked();
  const { status, body } = await server.call("POST", `${path}/${type}`, { body: { ...said, revision: 7 } });
  expect({ status, code: body.code, revision: body.revision }).toEqual({
    status: 409,
    code: "revision-changed",
    revision: 1,
  });
  expect(body.title).toBe("There is no such revision yet");
  expect(body.hint).toContain("`revision`");
});

test("[RES-11] who comes after a held answer is told that it is answered, and until when it can be taken back", async () => {
  const { path } = await server.parked();
  const { body: receipt } = await server.call("POST", `${path}/answer`, { body: { ...tea, hold: 30 } });
  const { status, body } = await server.call("POST", `${path}/decline`, { as: "colleague" });
  expect(status).toBe(409);
  expect(body).toMatchObject({ code: "already-resolved", title: "This inquiry is answered already", receipt });
  expect(body.hint).toContain(`can take it back until ${receipt.heldUntil}`);
});

test("[HTTP-2] a blank title and a blank message are refused alike", async () => {
  const { conversationId } = await server.parked();
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

test("[FORK-1] a fork that cannot be says whether the conversation or the inquiry is wrong, and what to fork", async () => {
  const [one, other] = [await server.parked(), await server.parked()];
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
