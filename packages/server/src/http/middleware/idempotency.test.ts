import { afterAll, expect, test, vi } from "vitest";
import { type CallOptions, coffee, createTestApp, type TestResponse, tea } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

let used = 0;
function newKey(): { readonly "idempotency-key": string } {
  used += 1;
  return { "idempotency-key": `key ${used}` };
}

function essence({ status, body }: TestResponse) {
  return { status, body };
}

async function conversationCount(): Promise<number> {
  return (await server.store.conversations({ limit: 10_000 })).items.length;
}

const hello = { agent: "asker", message: "Hello" };

test("[HTTP-3] a repeated request gets the same response and is performed once", async () => {
  const parked = await server.park();
  const conversation = `/v1/conversations/${parked.conversationId}`;
  const requests: readonly (readonly [string, unknown])[] = [
    ["/v1/conversations", hello],
    [`${conversation}/messages`, { text: "By the way", separate: true }],
    [`${parked.path}/answer`, { ...tea, hold: 30 }],
    [`${parked.path}/retract`, undefined],
    [`${parked.path}/dismiss`, { comment: "Later" }],
    [`${(await server.park()).path}/delegate`, {}],
    [`${(await server.park()).path}/decline`, {}],
    [`/v1/conversations/${(await server.park()).conversationId}/stop`, undefined],
  ];
  for (const [path, body] of requests) {
    const options = { body, headers: newKey() };
    const first = await server.call("POST", path, options);
    expect(first.status, path).toBeLessThan(300);
    const position = await server.store.position();
    const version = (await server.store.load(parked.conversationId))?.version;
    expect(essence(await server.call("POST", path, options)), path).toEqual(essence(first));
    expect((await server.store.load(parked.conversationId))?.version).toBe(version);
    const later = await server.store.events({ after: position, limit: 100 });
    expect(later.filter(({ event }) => event.type === "message.received" || event.type === "inquiry.resolved")).toEqual(
      [],
    );
  }
});

test("[HTTP-3] the same key with another body is 422, on every route that takes one", async () => {
  const { conversationId, path } = await server.park();
  const headers = newKey();
  const refused = { status: 422, body: { code: "idempotency-key-reused" } };
  await server.call("POST", "/v1/conversations", { body: hello, headers });
  expect(await server.call("POST", "/v1/conversations", { body: { ...hello, title: "X" }, headers })).toMatchObject(
    refused,
  );
  await server.call("POST", `${path}/answer`, { body: tea, headers });
  expect(await server.call("POST", `${path}/answer`, { body: coffee, headers })).toMatchObject(refused);
  await server.waitForStatus(conversationId, "idle");
  const messages = `/v1/conversations/${conversationId}/messages`;
  await server.call("POST", messages, { body: { text: "One" }, headers });
  expect(await server.call("POST", messages, { body: { text: "Two" }, headers })).toMatchObject(refused);
});

test("[HTTP-3] a key belongs to its caller and its route", async () => {
  const headers = newKey();
  const first = await server.call("POST", "/v1/conversations", { body: hello, headers });
  const second = await server.call("POST", "/v1/conversations", { body: hello, headers, as: "colleague" });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id).not.toBe(first.body.id);
  const [one, two] = [await server.park(), await server.park()];
  for (const { path, inquiryId } of [one, two])
    expect(await server.call("POST", `${path}/answer`, { body: tea, headers })).toMatchObject({
      status: 202,
      body: { inquiryId },
    });
});

test("[HTTP-3] a key of the same name in another project has replies of its own", async () => {
  const headers = newKey();
  const first = await server.call("POST", "/v1/conversations", { body: hello, headers });
  const second = await server.call("POST", "/v1/conversations", { body: hello, headers, as: "namesake" });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id).not.toBe(first.body.id);
  expect((await server.store.load(second.body.id))?.conversation).toMatchObject({ project: "garden" });
});

test("[HTTP-3] equal concurrent requests are performed once and get one response", async () => {
  const before = await conversationCount();
  const options = { body: hello, headers: newKey() };
  const starts = await Promise.all(Array.from({ length: 50 }, () => server.call("POST", "/v1/conversations", options)));
  for (const response of starts) expect(essence(response)).toEqual(essence(starts[0] as TestResponse));
  expect(starts[0]?.status).toBe(201);
  expect(await conversationCount()).toBe(before + 1);
  for (const [target, body] of [
    [`${(await server.park()).path}/answer`, tea],
    [`/v1/conversations/${(await server.park()).conversationId}/stop`, undefined],
  ] as const) {
    const same: CallOptions = { body, headers: newKey() };
    const responses = await Promise.all(Array.from({ length: 20 }, () => server.call("POST", target, same)));
    for (const response of responses) expect(essence(response)).toEqual(essence(responses[0] as TestResponse));
    expect(responses[0]?.status).toBe(202);
  }
});

test("[HTTP-3] of different concurrent requests under one key one is performed, and the others are 422", async () => {
  const before = await conversationCount();
  const headers = newKey();
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      server.call("POST", "/v1/conversations", { body: { ...hello, title: `Title ${index}` }, headers }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)]);
  expect(await conversationCount()).toBe(before + 1);
});

test("[HTTP-3] a refused request leaves its key unused", async () => {
  const { path } = await server.park();
  const headers = newKey();
  const misfit = { answers: [{ question: "q1", options: ["o9"] }] };
  expect(await server.call("POST", `${path}/answer`, { body: misfit, headers })).toMatchObject({ status: 422 });
  expect(await server.call("POST", `${path}/answer`, { body: tea, headers })).toMatchObject({ status: 202 });
});

test("[HTTP-3] a key that is empty or too long is refused", async () => {
  for (const key of ["", "k".repeat(256)])
    expect(
      await server.call("POST", "/v1/conversations", { body: hello, headers: { "idempotency-key": key } }),
    ).toMatchObject({ status: 400, body: { code: "idempotency-key-malformed" } });
});

test("[HTTP-3] repeating a start after its conversation was deleted starts no new one", async () => {
  const options = { body: hello, headers: newKey() };
  const started = await server.call("POST", "/v1/conversations", options);
  await server.call("DELETE", `/v1/conversations/${started.body.id}`);
  const count = await conversationCount();
  expect(await server.call("POST", "/v1/conversations", options)).toMatchObject({
    status: 404,
    body: { code: "conversation-unknown" },
  });
  expect(await conversationCount()).toBe(count);
});

test("[HTTP-3] repeating the request of an answer that was taken back does not answer again", async () => {
  const { path } = await server.park();
  const body = { ...tea, hold: 30 };
  await server.call("POST", `${path}/answer`, { body });
  const again = { body, headers: newKey() };
  const granted = await server.call("POST", `${path}/answer`, again);
  expect(granted).toMatchObject({ status: 202, body: { resolution: "answered" } });
  await server.call("POST", `${path}/retract`);
  expect(essence(await server.call("POST", `${path}/answer`, again))).toEqual(essence(granted));
  expect(await server.call("GET", path)).toMatchObject({ body: { status: "open" } });
});

test("[HTTP-3] two equal concurrent requests are performed once, and both get the response", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { conversationId, path } = await server.park();
    const paths = [`/v1/conversations/${conversationId}/stop`, `${path}/retract`];
    const held = await server.call("POST", `${path}/answer`, { body: { ...tea, hold: 30 } });
    expect(held.status).toBe(202);
    for (const target of paths.reverse()) {
      const headers = newKey();
      const both = await Promise.all([1, 2].map(() => server.call("POST", target, { headers })));
      expect(both.map(({ status }) => status)).toEqual([202, 202]);
      expect(essence(both[1] as TestResponse)).toEqual(essence(both[0] as TestResponse));
    }
  }
});

test("[HTTP-3] a request that another server performed after the first lookup gets the stored response", async () => {
  const { path } = await server.park();
  await server.call("POST", `${path}/answer`, { body: { ...tea, hold: 30 } });
  const headers = newKey();
  const first = await server.call("POST", `${path}/retract`, { headers });
  expect(first.status).toBe(202);
  const reply = vi.spyOn(server.store, "reply").mockResolvedValueOnce(undefined);
  expect(essence(await server.call("POST", `${path}/retract`, { headers }))).toEqual(essence(first));
  expect(reply).toHaveBeenCalledTimes(2);
  reply.mockRestore();
  expect((await server.call("POST", `${path}/retract`, { headers: newKey() })).status).toBe(409);
});
