import { afterAll, expect, test } from "vitest";
import { type CallOptions, createTestApp } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

const schema = {
  type: "object",
  properties: { to: { enum: ["staging", "production"] }, slow: { type: "string", pattern: "^(a+)+$" } },
  required: ["to"],
  additionalProperties: false,
};

function ask(approval: object, options: CallOptions = {}) {
  const body = { approval: { tool: "deploy", input: { to: "production" }, ...approval } };
  return server.call("POST", "/v1/inquiries", { as: "agent", body, ...options });
}

function answer(id: string, option: string, more = {}) {
  const body = { answers: [{ question: "q1", options: [option] }], ...more };
  return server.call("POST", `/v1/inquiries/${id}/answer`, { body });
}

function report(
  id: string,
  what: "start-call" | "finish-call",
  as: "agent" | "rival" = "agent",
  key?: string,
  body?: object,
) {
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  return server.call("POST", `/v1/inquiries/${id}/${what}`, { as, headers, ...(body && { body }) });
}

test("[APPROVAL-11] a changed input of a program's call is checked, and comes back with the resolution", async () => {
  const { body } = await ask({ editable: { schema } });
  for (const input of [{ to: "moon" }, {}, { to: "staging", more: 1 }, "staging"]) {
    const refused = await answer(body.id, "o1", { input });
    expect(refused).toMatchObject({ status: 422, body: { code: "answer-misfit" } });
    expect(refused.body.detail).toMatch(/^input: /);
  }
  const receipt = await answer(body.id, "o1", { input: { to: "staging" } });
  expect(receipt).toMatchObject({ status: 202, body: { allowed: true, edited: true } });
  // The same again is the same answer.
  expect(await answer(body.id, "o1", { input: { to: "staging" } })).toMatchObject({ status: 202, body: receipt.body });
  expect(await server.call("GET", `/v1/inquiries/${body.id}`, { as: "agent" })).toMatchObject({
    body: { resolution: { input: { to: "staging" } }, approval: { input: { to: "production" } } },
  });
});

test("[APPROVAL-11] a pattern that would take years refuses the input instead", async () => {
  const { body } = await ask({ editable: { schema } });
  const slow = `${"a".repeat(60)}!`;
  expect(await answer(body.id, "o1", { input: { to: "staging", slow } })).toMatchObject({
    status: 422,
    body: { detail: expect.stringMatching(/cannot be checked/) },
  });
});

test("[APPROVAL-14] no other work of the server waits for a check that takes long", async () => {
  const { body } = await ask({ editable: { schema } });
  let turns = 0;
  let isChecked = false;
  const refused = answer(body.id, "o1", { input: { to: "staging", slow: `${"a".repeat(60)}!` } });
  const ended = refused.finally(() => {
    isChecked = true;
  });
  for (; !isChecked; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  expect((await ended).status).toBe(422);
  // A check on the event loop would leave it no more turns than the request itself needs.
  expect(turns).toBeGreaterThan(500);
});

test("[APPROVAL-14] a schema that is too long or takes too long is refused where it is asked, by its field", async () => {
  const deepening = Object.fromEntries(
    Array.from({ length: 40 }, (_, level) => {
      const next = { $ref: `#/$defs/l${level + 1}` };
      return [`l${level}`, level < 39 ? { allOf: [next, next] } : { type: "object" }];
    }),
  );
  const schemas = [
    { properties: { note: { const: "x".repeat(64 * 1024) } } },
    { $defs: deepening, $ref: "#/$defs/l0" },
    { properties: { to: { type: "string", pattern: "(" } } },
  ];
  const before = await server.store.position();
  for (const slow of schemas)
    expect(await ask({ editable: { schema: slow } })).toMatchObject({
      status: 400,
      body: { code: "invalid-request", errors: [{ pointer: "/approval/editable/schema" }] },
    });
  expect(await server.store.position()).toBe(before);
  // Those that come after it are checked as ever.
  expect(await ask({ editable: { schema } })).toMatchObject({ status: 201 });
});

test("[APPROVAL-14] a caller with many checks that take long keeps nobody else waiting for all of them", async () => {
  const slow = { properties: { to: { pattern: "^([a-z]+)+!$" } } };
  const input = { to: "a".repeat(60) };
  const leaving = new AbortController();
  const statuses: number[] = [];
  const slowAsks = Array.from({ length: 20 }, async () => {
    const { status } = await ask({ input, editable: { schema: slow } }, { signal: leaving.signal });
    statuses.push(status);
  });
  // One is checked, and sixteen wait.
  await expect.poll(() => statuses.filter((status) => status === 429)).toHaveLength(3);
  expect(await ask({ editable: { schema } }, { as: "rival" })).toMatchObject({ status: 201 });
  expect(statuses.length).toBeLessThan(20);
  leaving.abort();
  await Promise.all(slowAsks);
});

test("[APPROVAL-12] a call that its asker did not make editable runs as it was asked", async () => {
  const { body } = await ask({});
  expect(await answer(body.id, "o1", { input: { to: "staging" } })).toMatchObject({ status: 422 });
  expect((await answer(body.id, "o1")).body).not.toHaveProperty("edited");
  expect(await ask({ editable: { schema: { type: "string" } } })).toMatchObject({ status: 400 });
  expect(await ask({ editable: {} })).toMatchObject({ status: 400 });
});

test("[APPROVAL-13] the call of a single-use approval is started once, by its asker, and only when it is allowed", async () => {
  const { body } = await ask({ singleUse: true });
  expect(await report(body.id, "start-call")).toMatchObject({ status: 409, body: { code: "call-not-startable" } });
  await answer(body.id, "o1");
  expect((await report(body.id, "start-call", "rival")).status).toBeGreaterThanOrEqual(400);
  expect(await report(body.id, "finish-call")).toMatchObject({ status: 409, body: { code: "call-not-started" } });
  const starts = await Promise.all(
    Array.from({ length: 8 }, (_, index) => report(body.id, "start-call", "agent", `s${index}`)),
  );
  const granted = starts.findIndex(({ status }) => status === 202);
  expect(starts.filter(({ status }) => status === 202)).toHaveLength(1);
  // A request that got no response is repeated under its key.
  expect(await report(body.id, "start-call", "agent", `s${granted}`)).toMatchObject({ status: 202 });
  expect(await report(body.id, "finish-call")).toMatchObject({
    status: 202,
    body: { call: { finishedAt: expect.any(String) } },
  });
  expect(await report(body.id, "start-call")).toMatchObject({ status: 409 });
  expect(await server.call("GET", `/v1/inquiries/${body.id}`, { as: "agent" })).toMatchObject({
    body: { status: "answered", call: { startedAt: expect.any(String), finishedAt: expect.any(String) } },
  });
});

test("[APPROVAL-13] a refused call and one that is not single-use cannot be started", async () => {
  const refused = await ask({ singleUse: true });
  await answer(refused.body.id, "o2");
  expect(await report(refused.body.id, "start-call")).toMatchObject({ status: 409 });
  const plain = await ask({});
  await answer(plain.body.id, "o1");
  expect(await report(plain.body.id, "start-call")).toMatchObject({ status: 409 });
});

test("[APPROVAL-20] only the starter of a call reports its end; others can only say that nobody knows it", async () => {
  const allowed = async () => {
    const { id } = (await ask({ singleUse: true })).body;
    await answer(id, "o1");
    const started = await report(id, "start-call", "agent", undefined, { starter: "first" });
    expect(started).toMatchObject({ status: 202, body: { call: { starter: "first" } } });
    return id as string;
  };
  const finish = (id: string, body: object) => report(id, "finish-call", "agent", undefined, body);
  const ran = await allowed();
  for (const body of [{}, { starter: "second" }])
    expect(await finish(ran, body)).toMatchObject({ status: 409, body: { code: "call-of-other-starter" } });
  const { body: running } = await server.call("GET", `/v1/inquiries/${ran}`, { as: "agent" });
  expect(running.call).not.toHaveProperty("finishedAt");
  const ended = await finish(ran, { starter: "first" });
  expect(ended).toMatchObject({ status: 202, body: { call: { finishedAt: expect.any(String) } } });
  expect(ended.body.call).not.toHaveProperty("interrupted");
  const lost = await allowed();
  const told = { call: { starter: "first", interrupted: true, finishedAt: expect.any(String) } };
  expect(await finish(lost, { interrupted: true })).toMatchObject({ status: 202, body: told });
  expect(await finish(lost, { starter: "first" })).toMatchObject({ status: 409, body: { code: "call-not-started" } });
  expect(await server.call("GET", `/v1/inquiries/${lost}`, { as: "agent" })).toMatchObject({ body: told });
});
