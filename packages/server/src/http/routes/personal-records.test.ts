import { afterEach, beforeEach, expect, test } from "vitest";
import { readFrames } from "../testing/read-frames.ts";
import { coffee, createTestApp, type TestApp } from "../testing/test-app.ts";

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

test("[PERSONAL-4] a snoozed inquiry leaves the inbox until its time, for that person alone", async () => {
  const first = await server.park();
  server.clock.advance(1);
  const second = await server.park();
  const before = await server.call("GET", first.path, { as: "colleague" });
  const until = inMs(hour);
  const snoozed = await server.call("POST", `${first.path}/snooze`, { body: { until } });
  expect(snoozed).toMatchObject({ status: 200, body: { ...before.body, mine: { snoozedUntil: until } } });
  expect(await listed("snoozed=true")).toEqual([first.inquiryId]);
  expect(await listed("snoozed=false")).toEqual([second.inquiryId]);
  expect(await listed("")).toHaveLength(2);
  expect(await listed("snoozed=false", "colleague")).toHaveLength(2);
  expect((await server.call("GET", first.path, { as: "colleague" })).body).toEqual(before.body);
  server.clock.advance(hour);
  expect(await listed("snoozed=true")).toEqual([]);
  expect(await listed("snoozed=false")).toHaveLength(2);
  const { body } = await server.call("GET", "/v1/inquiries?status=open");
  expect(body.items.map(({ mine }: { mine?: unknown }) => mine)).toEqual([{ snoozedUntil: until }, undefined]);
});

test("[PERSONAL-4] a snoozed inquiry can be brought back, and snoozed for longer", async () => {
  const { inquiryId, path } = await server.park();
  for (const until of [inMs(hour), inMs(2 * hour)]) {
    const { body } = await server.call("POST", `${path}/snooze`, { body: { until } });
    expect(body.mine).toEqual({ snoozedUntil: until });
  }
  const { body } = await server.call("POST", `${path}/snooze`, { body: { until: null } });
  expect(body.mine).toEqual({});
  expect(await listed("snoozed=false")).toEqual([inquiryId]);
});

test("[PERSONAL-4] only a person can snooze, only an unresolved inquiry, and only to a time within a year", async () => {
  const { path } = await server.park("agent");
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

test("[PERSONAL-4] the time at which a person saw an inquiry is stored for them alone", async () => {
  const { conversationId, path } = await server.park();
  const { body: conversation } = await server.call("GET", `/v1/conversations/${conversationId}`);
  const { body } = await server.call("POST", `${path}/see`);
  expect(body.mine).toEqual({ seenAt: inMs(0) });
  expect((await server.call("GET", path, { as: "colleague" })).body).not.toHaveProperty("mine");
  expect((await server.call("GET", `/v1/conversations/${conversationId}`)).body).toEqual(conversation);
});

test("[PERSONAL-5] the inbox count leaves out snoozed inquiries, and a stream starts with the same number", async () => {
  const [first] = [await server.park(), await server.park(), await server.park()];
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

test("[SEC-1] a caller can read who they are", async () => {
  expect(await server.call("GET", "/v1/me")).toMatchObject({
    status: 200,
    body: {
      id: "owner",
      kind: "person",
      name: "Owner",
      project: "default",
      scopes: ["answer", "admin", "metrics"],
      groups: [],
      projects: [{ id: "default", name: "Default", role: "owner" }],
    },
  });
  expect((await server.call("GET", "/v1/me", { as: "agent" })).body).toEqual({
    id: "agent",
    kind: "key",
    project: "default",
    scopes: ["ask"],
    groups: [],
    fileBytes: 64 * 1024,
  });
  expect((await server.call("GET", "/v1/me", { as: "nobody" })).status).toBe(401);
});
