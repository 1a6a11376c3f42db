import { afterAll, expect, onTestFinished, test } from "vitest";
import { type Frame, readFrames } from "../testing/read-frames.ts";
import { sampleFiles } from "../testing/sample-files.ts";
import { type CallOptions, coffee, createTestApp, draft } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

const device = "Phone";
const body = { draft, device };
const day = 24 * 3600 * 1000;

async function drafted(options: CallOptions = {}) {
  const parked = await server.park();
  expect(await server.call("PUT", `${parked.path}/draft`, { body, ...options })).toMatchObject({ status: 200 });
  return parked;
}

test("[PERSONAL-1] only its author reads a draft, the last one saved wins, and the inquiry does not change", async () => {
  const { path } = await server.park();
  const before = await server.call("GET", path);
  expect((await server.call("GET", `${path}/draft`)).status).toBe(204);
  expect((await server.call("PUT", `${path}/draft`, { body })).body).toEqual({
    ...body,
    savedAt: new Date(server.clock.now()).toISOString(),
  });
  server.clock.advance(1_000);
  const changed = { draft: { ...draft, comment: "Hot" }, device: "Laptop" };
  const saved = await server.call("PUT", `${path}/draft`, { body: changed });
  expect(saved.body).toMatchObject({ ...changed, savedAt: new Date(server.clock.now()).toISOString() });
  expect(await server.call("GET", `${path}/draft`)).toMatchObject({ status: 200, body: saved.body });
  expect((await server.call("GET", `${path}/draft`, { as: "colleague" })).status).toBe(204);
  expect((await server.call("GET", path, { as: "colleague" })).body).toEqual(before.body);
  expect((await server.call("GET", path)).body).toEqual({ ...before.body, mine: { draftedAt: saved.body.savedAt } });
});

test("[PERSONAL-1] agents have no drafts, and an inquiry that the caller may not see has none", async () => {
  const { path } = await server.park("agent");
  for (const method of ["GET", "PUT", "DELETE"]) {
    const sent = method === "PUT" ? { body } : {};
    expect((await server.call(method, `${path}/draft`, { as: "agent", ...sent })).status).toBe(403);
    expect((await server.call(method, "/v1/inquiries/inq_none/draft", sent)).body.code).toBe("inquiry-unknown");
  }
});

test("[PERSONAL-1] an invalid draft is refused with the invalid fields", async () => {
  const { path } = await server.park();
  const refused = await server.call("PUT", `${path}/draft`, { body: { draft: { ...draft, step: -1 }, device } });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/draft/step" }] } });
  const headers = { "content-type": "text/plain" };
  expect((await server.call("PUT", `${path}/draft`, { body: "x", headers })).status).toBe(415);
  const tooLarge = { ...body, device: "x".repeat(600 * 1024) };
  expect((await server.call("PUT", `${path}/draft`, { body: tooLarge })).status).toBe(413);
  expect((await server.call("GET", `${path}/draft`)).status).toBe(204);
});

test("[PERSONAL-2] the store holds no word of a draft, and nothing of it is logged", async () => {
  const { inquiryId, path } = await drafted();
  const ciphertext =
    (await server.store.personal.recordsOf("owner", [inquiryId])).get(inquiryId)?.draft?.ciphertext ?? "";
  expect(ciphertext.length).toBeGreaterThan(100);
  expect(Buffer.from(ciphertext, "base64url").toString("latin1")).not.toMatch(/Blackbird|Phone/);
  expect(JSON.stringify([server.requests, server.failures])).not.toContain("Blackbird");
  const colleague = { principal: "colleague", inquiryId };
  await server.store.personal.saveDraft(colleague, ciphertext);
  expect((await server.call("GET", `${path}/draft`, { as: "colleague" })).status).toBe(204);
});

test("[PERSONAL-2] a discarded draft is gone", async () => {
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
  "[PERSONAL-2] %s ends the draft of its author; the drafts of others stay, and no new one is saved",
  async (command, sent) => {
    const { path } = await drafted();
    await server.call("PUT", `${path}/draft`, { as: "colleague", body });
    const { body: receipt } = await server.call("POST", `${path}/${command}`, { body: sent });
    expect((await server.call("GET", `${path}/draft`)).status).toBe(204);
    expect((await server.call("GET", `${path}/draft`, { as: "colleague" })).body).toMatchObject(body);
    const late = await server.call("PUT", `${path}/draft`, { as: "colleague", body });
    expect(late).toMatchObject({ status: 409, body: { code: "inquiry-not-open", receipt } });
  },
);

test("[PERSONAL-2] a held answer keeps its draft until it is delivered", async () => {
  const { conversationId, path } = await drafted();
  await server.call("POST", `${path}/answer`, { body: { ...coffee, hold: 30 } });
  expect(await server.call("PUT", `${path}/draft`, { body })).toMatchObject({ status: 200 });
  server.clock.advance(30_000);
  await server.waitForStatus(conversationId, "idle");
  expect((await server.call("GET", `${path}/draft`)).status).toBe(204);
});

test("[PERSONAL-2] drafts are deleted after their lifetime", async () => {
  const { path } = await drafted();
  server.clock.advance(30 * day);
  await server.store.personal.deleteOldDrafts(30 * day);
  expect((await server.call("GET", `${path}/draft`)).status).toBe(200);
  server.clock.advance(1);
  await server.store.personal.deleteOldDrafts(30 * day);
  expect((await server.call("GET", `${path}/draft`)).status).toBe(204);
});

test("[STORE-25] the files of a draft are kept as long as the draft, if its author may read them", async () => {
  const { path } = await server.park();
  const upload = async (as: "owner" | "stranger") =>
    (await server.call("POST", "/v1/files", { as, bytes: sampleFiles["photo.png"] })).body;
  const [own, foreign] = [await upload("owner"), await upload("stranger")];
  const answers = { q1: { ...draft.answers.q1, files: [own, foreign] } };
  expect(await server.call("PUT", `${path}/draft`, { body: { draft: { ...draft, answers }, device } })).toMatchObject({
    status: 200,
  });
  server.clock.advance(30 * day);
  await server.store.files.deleteUnused(day);
  expect(await server.store.files.find(own.id)).toBeDefined();
  expect(await server.store.files.find(foreign.id)).toBeUndefined();
  server.clock.advance(1);
  await server.store.files.deleteUnused(day);
  expect(await server.store.files.find(own.id)).toBeUndefined();
});

test("[PERSONAL-3] a reader of the conversation or of everything learns who writes and where, and not what", async () => {
  const { conversationId, inquiryId, path } = await server.park();
  const other = await server.park();
  const streams = await Promise.all([
    followed("/v1/events"),
    followed(`/v1/events?conversation=${conversationId}`),
    followed(`/v1/events?conversation=${other.conversationId}`),
  ]);
  await server.call("PUT", `${path}/draft`, { as: "colleague", body });
  await server.call("PUT", `${other.path}/draft`, { body });
  const expected = { event: "draft.saved", data: { conversationId, inquiryId, by: "colleague", device } };
  const second = {
    event: "draft.saved",
    data: { conversationId: other.conversationId, inquiryId: other.inquiryId, by: "owner", device },
  };
  expect(await next(streams[0])).toEqual(expected);
  expect(await next(streams[0])).toEqual(second);
  expect(await next(streams[1])).toEqual(expected);
  expect(await next(streams[2])).toEqual(second);
});

test("[PERSONAL-3] an agent is not told who writes", async () => {
  const { conversationId, path } = await server.park("agent");
  const stream = await followed(`/v1/events?conversation=${conversationId}`, "agent");
  await server.call("PUT", `${path}/draft`, { body });
  await server.call("POST", `${path}/delegate`);
  expect(await next(stream)).toMatchObject({ event: "inquiry.resolved" });
});

test("[PERSONAL-3] a reader of another project is told nothing", async () => {
  const { path } = await server.park();
  const own = await server.park("stranger");
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
