import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

const yesNo = { question: "Deploy to production?", options: ["Yes", "No"] };

function ask(body: object) {
  return server.call("POST", "/v1/inquiries", { as: "agent", body });
}

test("[EXTERNAL-2] the same ask again finds its inquiry after the deadline has passed", async () => {
  const deadline = new Date(server.clock.now() + 60_000).toISOString();
  const { body } = await ask({ ...yesNo, key: "late", deadline });
  server.clock.advance(60_001);
  await expect.poll(async () => (await server.store.inquiry(body.id))?.status).toBe("expired");
  expect(await ask({ ...yesNo, key: "late", deadline })).toMatchObject({
    status: 200,
    body: { id: body.id, status: "expired" },
  });
});

test("[EXTERNAL-2] [EXTERNAL-5] a caller of the same name in another project has keys, threads and states of its own", async () => {
  const asked = { ...yesNo, key: "shared", thread: "shared", state: { token: "one" } };
  const { body } = await ask(asked);
  const other = await server.call("POST", "/v1/inquiries", { as: "twin", body: { ...asked, question: "Another?" } });
  expect(other).toMatchObject({ status: 201, body: { project: "garden", origin: { state: { token: "one" } } } });
  expect(other.body.conversationId).not.toBe(body.conversationId);
  expect((await server.call("GET", `/v1/inquiries/${body.id}`, { as: "twin" })).status).toBe(404);
  expect((await server.call("POST", `/v1/inquiries/${body.id}/withdraw`, { as: "twin" })).status).toBe(404);
  expect((await ask(asked)).body.id).toBe(body.id);
});

test("[EXTERNAL-40] an ask to a full thread is refused with what to do, and a repeat still finds its inquiry", async () => {
  const asked = await Promise.all(
    Array.from({ length: 100 }, (_, index) => ask({ ...yesNo, thread: "full", key: `full ${index}` })),
  );
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 201));
  expect(await ask({ ...yesNo, thread: "full" })).toMatchObject({ status: 409, body: { code: "thread-full" } });
  expect(await ask({ ...yesNo, thread: "full", key: "full 7" })).toMatchObject({
    status: 200,
    body: { id: asked[7]?.body.id },
  });
  const withdrawn = await server.call("POST", `/v1/inquiries/${asked[3]?.body.id}/withdraw`, { as: "agent" });
  expect(withdrawn.status).toBe(202);
  expect((await ask({ ...yesNo, thread: "full" })).status).toBe(201);
});

test.for<[string, object]>([
  ["a question", yesNo],
  ["an approval", { approval: { tool: "deploy", input: {} } }],
])("[EXTERNAL-10] %s with a context that is too long is refused, also as an amendment", async ([, asked]) => {
  const context = "x".repeat(10_001);
  const before = await server.store.position();
  expect([400, 422]).toContain((await ask({ ...asked, context })).status);
  expect(await server.store.position()).toBe(before);
  const { body } = await ask(asked);
  const amended = await server.call("PATCH", `/v1/inquiries/${body.id}`, { as: "agent", body: { context } });
  expect(amended).toMatchObject({ status: 400, body: { errors: [{ pointer: "/context" }] } });
  expect((await server.store.inquiry(body.id))?.revision).toBe(1);
});
