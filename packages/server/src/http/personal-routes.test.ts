import { afterEach, beforeEach, expect, test } from "vitest";
import { readFrames } from "./testing/read-frames.ts";
import { coffee, createTestApp, type TestApp } from "./testing/test-app.ts";

let server: TestApp;
beforeEach(() => {
  server = createTestApp();
});
afterEach(() => server.close());

const hour = 3600 * 1000;
const day = 24 * hour;

function inMs(ms: number): string {
  return new Date(server.clock.now() + ms).toISOString();
}

async function counts(as: "owner" | "colleague" = "owner") {
  return (await server.call("GET", "/v1/inbox/count", { as })).body;
}

async function listed(query: string, as: "owner" | "colleague" = "owner"): Promise<readonly string[]> {
  const { body } = await server.call("GET", `/v1/inquiries?status=open&${query}`, { as });
  return body.items.map(({ id }: { id: string }) => id);
}

test("[MINE-4] what is snoozed leaves the inbox until its time, for that person alone", async () => {
  const first = await server.parked();
  server.clock.turn(1);
  const second = await server.parked();
  const before = await server.call("GET", first.path, { as: "colleague" });
  const until = inMs(hour);
  const snoozed = await server.call("POST", `${first.path}/snooze`, { body: { until } });
  expect(snoozed).toMatchObject({ status: 200, body: { ...before.body, mine: { snoozedUntil: until } } });
  expect(await listed("snoozed=true")).toEqual([first.inquiryId]);
  expect(await listed("snoozed=false")).toEqual([second.inquiryId]);
  expect(await listed("")).toHaveLength(2);
  expect(await listed("snoozed=false", "colleague")).toHaveLength(2);
  expect((await server.call("GET", first.path, { as: "colleague" })).body).toEqual(before.body);
  server.clock.turn(hour);
  expect(await listed("snoozed=true")).toEqual([]);
  expect(await listed("snoozed=false")).toHaveLength(2);
  const { body } = await server.call("GET", "/v1/inquiries?status=open");
  expect(body.items.map(({ mine }: { mine?: unknown }) => mine)).toEqual([{ snoozedUntil: until }, undefined]);
});

test("[MINE-4] what is snoozed can be brought back, and moved on", async () => {
  const { inquiryId, path } = await server.parked();
  for (const until of [inMs(hour), inMs(2 * hour)]) {
    const { body } = await server.call("POST", `${path}/snooze`, { body: { until } });
    expect(body.mine).toEqual({ snoozedUntil: until });
  }
  const { body } = await server.call("POST", `${path}/snooze`, { body: { until: null } });
  expect(body.mine).toEqual({});
  expect(await listed("snoozed=false")).toEqual([inquiryId]);
});

test("[MINE-4] a snooze is to a time to come, within a year, of what is not resolved, by a person", async () => {
  const { path } = await server.parked("agent");
  for (const until of [inMs(0), inMs(-hour), inMs(400 * day), "tomorrow", undefined])
    expect(await server.call("POST", `${path}/snooze`, { body: { until } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "/until" }] },
    });
  const body = { until: inMs(hour) };
  expect((await server.call("POST", `${path}/snooze`, { as: "agent", body })).status).toBe(403);
  expect((await server.call("POST", `${path}/see`, { as: "agent" })).status).toBe(403);
  expect((await server.call("POST", "/v1/inquiries/inq_none/snooze", { body })).status).toBe(404);
  expect((await server.call("POST", "/v1/inquiries/inq_none/see")).status).toBe(404);
  const { body: receipt } = await server.call("POST", `${path}/answer`, { as: "colleague", body: coffee });
  expect(await server.call("POST", `${path}/snooze`, { body })).toMatchObject({ status: 409, body: { receipt } });
});

test("[MINE-4] a person's look at an inquiry is remembered for them alone", async () => {
  const { conversationId, path } = await server.parked();
  const { body: conversation } = await server.call("GET", `/v1/conversations/${conversationId}`);
  const { body } = await server.call("POST", `${path}/see`);
  expect(body.mine).toEqual({ seenAt: inMs(0) });
  expect((await server.call("GET", path, { as: "colleague" })).body).not.toHaveProperty("mine");
  expect((await server.call("GET", `/v1/conversations/${conversationId}`)).body).toEqual(conversation);
});

test("[MINE-5] the count leaves out what the caller has snoozed, and a stream starts with the same number", async () => {
  const [first] = [await server.parked(), await server.parked(), await server.parked()];
  expect(await counts()).toEqual({ open: 3, snoozed: 0 });
  await server.call("POST", `${first.path}/snooze`, { body: { until: inMs(hour) } });
  expect(await counts()).toEqual({ open: 2, snoozed: 1 });
  expect(await counts("colleague")).toEqual({ open: 3, snoozed: 0 });
  const leaving = new AbortController();
  for (const [as, openInquiries] of [
    ["owner", 2],
    ["colleague", 3],
  ] as const) {
    const stream = readFrames((await server.send("GET", "/v1/events", { as, signal: leaving.signal })).body);
    expect((await stream.next()).value).toMatchObject({ event: "snapshot", data: { openInquiries } });
  }
  leaving.abort();
  await server.call("POST", `${first.path}/answer`, { body: coffee });
  expect(await counts()).toEqual({ open: 2, snoozed: 0 });
});

test("[SEC-1] a caller is told who they are", async () => {
  expect(await server.call("GET", "/v1/me")).toMatchObject({
    status: 200,
    body: { id: "owner", project: "default", scopes: ["answer"] },
  });
  expect((await server.call("GET", "/v1/me", { as: "agent" })).body).toEqual({
    id: "agent",
    project: "default",
    scopes: ["ask"],
  });
  expect((await server.call("GET", "/v1/me", { as: "nobody" })).status).toBe(401);
});
