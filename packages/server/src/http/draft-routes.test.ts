import { afterAll, expect, onTestFinished, test } from "vitest";
import { type Frame, readFrames } from "./testing/read-frames.ts";
import { type CallOptions, coffee, createTestApp, draft } from "./testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

const device = "Phone";
const body = { draft, device };
const day = 24 * 3600 * 1000;

async function drafted(options: CallOptions = {}) {
  const parked = await server.parked();
  expect(await server.call("PUT", `${parked.path}/draft`, { body, ...options })).toMatchObject({ status: 200 });
  return parked;
}

test("[MINE-1] a draft is found again by its author alone, the last one counts, and the inquiry is as it was", async () => {
  const { path } = await server.parked();
  const before = await server.call("GET", path);
  expect((await server.call("GET", `${path}/draft`)).status).toBe(204);
  expect((await server.call("PUT", `${path}/draft`, { body })).body).toEqual({
    ...body,
    savedAt: new Date(server.clock.now()).toISOString(),
  });
  server.clock.turn(1_000);
  const changed = { draft: { ...draft, comment: "Hot" }, device: "Desk" };
  const saved = await server.call("PUT", `${path}/draft`, { body: changed });
  expect(saved.body).toMatchObject({ ...changed, savedAt: new Date(server.clock.now()).toISOString() });
  expect(await server.call("GET", `${path}/draft`)).toMatchObject({ status: 200, body: saved.body });
  expect((await server.call("GET", `${path}/draft`, { as: "colleague" })).status).toBe(204);
  expect((await server.call("GET", path, { as: "colleague" })).body).toEqual(before.body);
  expect((await server.call("GET", path)).body).toEqual({ ...before.body, mine: { draftedAt: saved.body.savedAt } });
});

test("[MINE-1] agents have no drafts, and there is none of what nobody may see", async () => {
  const { path } = await server.parked("agent");
  for (const method of ["GET", "PUT", "DELETE"]) {
    const sent = method === "PUT" ? { body } : {};
    expect((await server.call(method, `${path}/draft`, { as: "agent", ...sent })).status).toBe(403);
    expect((await server.call(method, "/v1/inquiries/inq_none/draft", sent)).body.code).toBe("inquiry-unknown");
  }
});

test("[MINE-1] what is no draft is refused with where it does not fit", async () => {
  const { path } = await server.parked();
  const refused = await server.call("PUT", `${path}/draft`, { body: { draft: { ...draft, step: -1 }, device } });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/draft/step" }] } });
  const headers = { "content-type": "text/plain" };
  expect((await server.call("PUT", `${path}/draft`, { body: "x", headers })).status).toBe(415);
  const tooLarge = { ...body, device: "x".repeat(600 * 1024) };
  expect((await server.call("PUT", `${path}/draft`, { body: tooLarge })).status).toBe(413);
  expect((await server.call("GET", `${path}/draft`)).status).toBe(204);
});

test("[MINE-2] the store holds no word of a draft, and nothing of it is logged", async () => {
  const { inquiryId, path } = await drafted();
  const kept = (await server.store.personal.recordsOf("owner", [inquiryId])).get(inquiryId)?.draft?.sealed ?? "";
  expect(kept.length).toBeGreaterThan(100);
  expect(Buffer.from(kept, "base64url").toString("latin1")).not.toMatch(/Blackbird|Phone|o2/);
  expect(JSON.stringify([server.requests, server.failures])).not.toContain("Blackbird");
  const colleague = { principal: "colleague", inquiryId };
  await server.store.personal.saveDraft(colleague, kept);
  expect((await server.call("GET", `${path}/draft`, { as: "colleague" })).status).toBe(204);
});

test("[MINE-2] a draft is gone when it is discarded", async () => {
  const { path } = await drafted();
  await server.call("PUT", `${path}/draft`, { as: "colleague", body });
  expect((await server.call("DELETE", `${path}/draft`)).status).toBe(204);
  expect((await server.call("DELETE", `${path}/draft`)).status).toBe(204);
  expect((await server.call("GET", `${path}/draft`)).status).toBe(204);
  expect((await server.call("GET", path)).body.mine).toEqual({});
  expect((await server.call("GET", `${path}/draft`, { as: "colleague" })).status).toBe(200);
});

test.each([
  ["answer", coffee],
  ["delegate", {}],
  ["decline", {}],
  ["dismiss", {}],
])(
  "[MINE-2] %s ends the draft of who sent it; what others wrote is still theirs, and no more is taken",
  async (wish, sent) => {
    const { path } = await drafted();
    await server.call("PUT", `${path}/draft`, { as: "colleague", body });
    const { body: receipt } = await server.call("POST", `${path}/${wish}`, { body: sent });
    expect((await server.call("GET", `${path}/draft`)).status).toBe(204);
    expect((await server.call("GET", `${path}/draft`, { as: "colleague" })).body).toMatchObject(body);
    const late = await server.call("PUT", `${path}/draft`, { as: "colleague", body });
    expect(late).toMatchObject({ status: 409, body: { code: "inquiry-not-open", receipt } });
  },
);

test("[MINE-2] a held answer keeps its draft until it is delivered", async () => {
  const { conversationId, path } = await drafted();
  await server.call("POST", `${path}/answer`, { body: { ...coffee, hold: 30 } });
  expect(await server.call("PUT", `${path}/draft`, { body })).toMatchObject({ status: 200 });
  server.clock.turn(30_000);
  await server.reached(conversationId, "idle");
  expect((await server.call("GET", `${path}/draft`)).status).toBe(204);
});

test("[MINE-2] drafts are forgotten after their time", async () => {
  const { path } = await drafted();
  server.clock.turn(30 * day);
  await server.store.personal.forgetDrafts(30 * day);
  expect((await server.call("GET", `${path}/draft`)).status).toBe(200);
  server.clock.turn(1);
  await server.store.personal.forgetDrafts(30 * day);
  expect((await server.call("GET", `${path}/draft`)).status).toBe(204);
});

test("[MINE-3] who follows everything, or that conversation, is told who writes and where, and nothing of what", async () => {
  const { conversationId, inquiryId, path } = await server.parked();
  const other = await server.parked();
  const streams = await Promise.all([
    followed("/v1/events"),
    followed(`/v1/events?conversation=${conversationId}`),
    followed(`/v1/events?conversation=${other.conversationId}`),
  ]);
  await server.call("PUT", `${path}/draft`, { as: "colleague", body });
  await server.call("PUT", `${other.path}/draft`, { body });
  const told = { event: "draft.saved", data: { conversationId, inquiryId, by: "colleague", device } };
  const second = {
    event: "draft.saved",
    data: { conversationId: other.conversationId, inquiryId: other.inquiryId, by: "owner", device },
  };
  expect(await next(streams[0])).toEqual(told);
  expect(await next(streams[0])).toEqual(second);
  expect(await next(streams[1])).toEqual(told);
  expect(await next(streams[2])).toEqual(second);
});

test("[MINE-3] an agent is not told who writes", async () => {
  const { conversationId, path } = await server.parked("agent");
  const stream = await followed(`/v1/events?conversation=${conversationId}`, "agent");
  await server.call("PUT", `${path}/draft`, { body });
  await server.call("POST", `${path}/delegate`);
  expect(await next(stream)).toMatchObject({ event: "inquiry.resolved" });
});

test("[MINE-3] who belongs to another project is told nothing", async () => {
  const { path } = await server.parked();
  const own = await server.parked("stranger");
  const stream = await followed("/v1/events", "stranger");
  await server.call("PUT", `${path}/draft`, { body });
  await server.call("PUT", `${own.path}/draft`, { as: "stranger", body });
  expect(await next(stream)).toMatchObject({ event: "draft.saved", data: { by: "stranger" } });
});

/** A stream after its snapshot. */
async function followed(path: string, as: CallOptions["as"] = "owner"): Promise<AsyncGenerator<Frame>> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const frames = readFrames((await server.send("GET", path, { as, signal: leaving.signal })).body);
  expect(await next(frames)).toMatchObject({ event: "snapshot" });
  return frames;
}

async function next(frames: AsyncGenerator<Frame> | undefined): Promise<Frame | undefined> {
  return (await frames?.next())?.value;
}
