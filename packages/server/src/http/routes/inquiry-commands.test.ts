import { afterAll, expect, test } from "vitest";
import { coffee, createTestApp, tea } from "../testing/test-app.ts";

const hour = 3_600_000;
const server = createTestApp({ ask: { deadlineMs: hour } });
afterAll(() => server.close());

function until(ms: number): { readonly until: string } {
  return { until: new Date(server.clock.now() + ms).toISOString() };
}

test("[RESOLVE-14] anybody who may answer can extend a deadline any number of times, or remove it", async () => {
  const { path, conversationId } = await server.park();
  for (let hours = 2; hours < 14; hours += 1) {
    const body = until(hours * hour);
    const as = hours % 2 === 0 ? "owner" : "colleague";
    expect(await server.call("POST", `${path}/extend`, { as, body })).toMatchObject({
      status: 202,
      body: { status: "open", deadline: body.until },
    });
    expect((await server.call("GET", path)).body.deadline).toBe(body.until);
  }
  const removed = await server.call("POST", `${path}/extend`, { body: { until: null } });
  expect(removed).toMatchObject({ status: 202, body: { status: "open" } });
  expect(removed.body).not.toHaveProperty("deadline");
  const { body } = await server.call("GET", `/v1/conversations/${conversationId}`);
  expect(body.inquiry).not.toHaveProperty("deadline");
  expect((await server.call("POST", `${path}/extend`, { body: { until: null } })).body.code).toBe(
    "inquiry-without-deadline",
  );
});

test("[RESOLVE-14] a deadline cannot be moved to earlier, nor after the inquiry was resolved", async () => {
  const { path } = await server.park();
  expect(await server.call("POST", `${path}/extend`, { body: until(hour) })).toMatchObject({
    status: 422,
    body: { code: "deadline-not-later", hint: expect.stringContaining("null") },
  });
  const { body: receipt } = await server.call("POST", `${path}/answer`, { body: tea });
  expect(await server.call("POST", `${path}/extend`, { body: until(2 * hour) })).toMatchObject({
    status: 409,
    body: { code: "inquiry-not-open", receipt },
  });
});

test("[RESOLVE-14] extending after the deadline is refused as expired", async () => {
  const late = createTestApp({ ask: { deadlineMs: hour } });
  const { path } = await late.park();
  late.clock.advance(hour);
  const asked = { body: { until: new Date(late.clock.now() + hour).toISOString() } };
  const headers = { "idempotency-key": "late" };
  const first = await late.call("POST", `${path}/extend`, { ...asked, headers });
  expect(first).toMatchObject({ status: 409, body: { code: "inquiry-not-open", receipt: { resolution: "expired" } } });
  expect((await late.call("POST", `${path}/extend`, { ...asked, headers })).body).toEqual(first.body);
  await late.close();
});

test("[RESOLVE-14] extending under the same idempotency key is performed once", async () => {
  const { path, conversationId } = await server.park();
  const request = { body: until(5 * hour), headers: { "idempotency-key": "more-time" } };
  const first = await server.call("POST", `${path}/extend`, request);
  expect((await server.call("POST", `${path}/extend`, request)).body).toEqual(first.body);
  const events = await server.store.events({ after: 0, limit: 1_000, conversationIds: [conversationId] });
  expect(events.filter(({ event }) => event.type === "inquiry.extended")).toHaveLength(1);
});

test("[RESOLVE-12] the author of a held answer can deliver it at once, and a repeat gets the same receipt", async () => {
  const { path, conversationId } = await server.park();
  const { body: held } = await server.call("POST", `${path}/answer`, { body: { ...tea, hold: 30 } });
  const { heldUntil: _, ...receipt } = held;
  expect(await server.call("POST", `${path}/deliver`)).toMatchObject({ status: 202, body: receipt });
  await server.waitForStatus(conversationId, "idle");
  const again = await server.call("POST", `${path}/deliver`);
  expect(again.status).toBe(202);
  expect(again.body).toEqual(receipt);
});

test("[RESOLVE-12] nobody else can deliver a held answer, and the refusal shows whose it is", async () => {
  const { path } = await server.park();
  const { body: receipt } = await server.call("POST", `${path}/answer`, { body: { ...coffee, hold: 30 } });
  const refused = { status: 409, body: { code: "inquiry-not-held", receipt } };
  expect(await server.call("POST", `${path}/deliver`, { as: "colleague" })).toMatchObject(refused);
  expect((await server.call("GET", path)).body.status).toBe("held");
  const open = await server.park();
  const { status, body } = await server.call("POST", `${open.path}/deliver`);
  expect({ status, code: body.code }).toEqual({ status: 409, code: "inquiry-not-held" });
  expect(body).not.toHaveProperty("receipt");
});
