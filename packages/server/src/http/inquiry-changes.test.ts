import { afterAll, expect, test } from "vitest";
import { coffee, createTestApp, tea } from "./testing/test-app.ts";

const hour = 3_600_000;
const server = createTestApp({ ask: { deadlineMs: hour } });
afterAll(() => server.close());

function until(ms: number): { readonly until: string } {
  return { until: new Date(server.clock.now() + ms).toISOString() };
}

test("[LATER-1] anybody who may answer moves a deadline to later, ten times and more, and away", async () => {
  const { path, conversationId } = await server.parked();
  for (let hours = 2; hours < 14; hours += 1) {
    const body = until(hours * hour);
    const as = hours % 2 === 0 ? "owner" : "colleague";
    expect(await server.call("POST", `${path}/extend`, { as, body })).toMatchObject({
      status: 202,
      body: { status: "open", deadline: body.until },
    });
    expect((await server.call("GET", path)).body.deadline).toBe(body.until);
  }
  const away = await server.call("POST", `${path}/extend`, { body: { until: null } });
  expect(away).toMatchObject({ status: 202, body: { status: "open" } });
  expect(away.body).not.toHaveProperty("deadline");
  const { body } = await server.call("GET", `/v1/conversations/${conversationId}`);
  expect(body.inquiry).not.toHaveProperty("deadline");
  expect((await server.call("POST", `${path}/extend`, { body: { until: null } })).body.code).toBe(
    "inquiry-without-deadline",
  );
});

test("[LATER-1] a deadline is not moved to earlier, nor is one of an inquiry that ended", async () => {
  const { path } = await server.parked();
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

test("[LATER-1] who asks for more time after the deadline is told that it has expired", async () => {
  const late = createTestApp({ ask: { deadlineMs: hour } });
  const { path } = await late.parked();
  late.clock.turn(hour);
  const asked = { body: { until: new Date(late.clock.now() + hour).toISOString() } };
  const headers = { "idempotency-key": "late" };
  const first = await late.call("POST", `${path}/extend`, { ...asked, headers });
  expect(first).toMatchObject({ status: 409, body: { code: "inquiry-not-open", receipt: { resolution: "expired" } } });
  expect((await late.call("POST", `${path}/extend`, { ...asked, headers })).body).toEqual(first.body);
  await late.close();
});

test("[LATER-1] more time under the same key is given once", async () => {
  const { path, conversationId } = await server.parked();
  const request = { body: until(5 * hour), headers: { "idempotency-key": "more-time" } };
  const first = await server.call("POST", `${path}/extend`, request);
  expect((await server.call("POST", `${path}/extend`, request)).body).toEqual(first.body);
  const events = await server.store.events({ after: 0, limit: 1_000, conversationIds: [conversationId] });
  expect(events.filter(({ event }) => event.type === "inquiry.extended")).toHaveLength(1);
});

test("[RES-12] who gave a held answer has it delivered at once, and is told the same when asking again", async () => {
  const { path, conversationId } = await server.parked();
  const { body: held } = await server.call("POST", `${path}/answer`, { body: { ...tea, hold: 30 } });
  const { heldUntil: _, ...receipt } = held;
  expect(await server.call("POST", `${path}/deliver`)).toMatchObject({ status: 202, body: receipt });
  await server.reached(conversationId, "idle");
  const again = await server.call("POST", `${path}/deliver`);
  expect(again.status).toBe(202);
  expect(again.body).toEqual(receipt);
});

test("[RES-12] nobody else has it delivered, and sees whose it is", async () => {
  const { path } = await server.parked();
  const { body: receipt } = await server.call("POST", `${path}/answer`, { body: { ...coffee, hold: 30 } });
  const refused = { status: 409, body: { code: "inquiry-not-held", receipt } };
  expect(await server.call("POST", `${path}/deliver`, { as: "colleague" })).toMatchObject(refused);
  expect((await server.call("GET", path)).body.status).toBe("held");
  const open = await server.parked();
  const { status, body } = await server.call("POST", `${open.path}/deliver`);
  expect({ status, code: body.code }).toEqual({ status: 409, code: "inquiry-not-held" });
  expect(body).not.toHaveProperty("receipt");
});
