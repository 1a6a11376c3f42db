import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { hostileFiles, sampleFiles } from "../testing/sample-files.ts";
import { createTestApp } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

type Caller = NonNullable<Parameters<typeof server.call>[2]>["as"];

async function upload(bytes: Uint8Array, name = "photo.png", as: Caller = "owner", type = "image/png") {
  const headers = { "file-name": encodeURIComponent(name), "content-type": type };
  return server.call("POST", "/v1/files", { as, bytes, headers });
}

const png = sampleFiles["photo.png"];

test("[FILE-1] an upload returns its id, name, type and size, and the same again has the same id", async () => {
  const first = await upload(png, "C:\\pictures\\photo.png");
  expect(first.status).toBe(201);
  expect(first.body).toEqual({
    id: expect.stringMatching(/^file_[0-9a-f]{40}$/),
    name: "photo.png",
    type: "image/png",
    size: png.length,
  });
  expect((await upload(png)).body).toEqual(first.body);
  const others = [
    await upload(png, "other.png"),
    await upload(png, "photo.png", "colleague"),
    await upload(Buffer.concat([png, png])),
  ];
  expect(new Set([first, ...others].map(({ body }) => body.id)).size).toBe(4);
});

test("[FILE-2] the type comes from the bytes and not from the client", async () => {
  const types = [];
  for (const [name, bytes] of Object.entries(sampleFiles))
    types.push((await upload(bytes, name, "owner", "application/octet-stream")).body.type);
  expect(types).toEqual(["image/png", "image/jpeg", "image/webp", "image/gif", "application/pdf", "text/plain"]);
});

test.each(hostileFiles)("[FILE-8] $what is refused with a hint", async ({ bytes, name, declared }) => {
  const { status, body } = await upload(bytes, name, "owner", declared);
  expect([status, body.code]).toEqual([415, "file-type-unsupported"]);
  expect(body.hint).toMatch(/PNG, JPEG, WebP or GIF image, a PDF, or plain text/);
});

test("[FILE-3] a file of the limit is taken, and one byte more is refused before the rest arrives", async () => {
  const limit = 64 * 1024;
  const full = Buffer.concat([png, Buffer.alloc(limit - png.length)]);
  expect((await upload(full)).status).toBe(201);
  expect(await upload(Buffer.concat([full, Buffer.of(0)]))).toMatchObject({
    status: 413,
    body: { code: "file-too-large", detail: "A file may have 65536 bytes." },
  });
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(16 * 1024));
    },
  });
  expect((await server.call("POST", "/v1/files", { bytes: endless })).status).toBe(413);
  expect(pulled).toBeLessThan(10);
});

test("[FILE-18] a caller whose unused files are too large together is refused until they are sent or deleted", async () => {
  const limited = createTestApp({ limits: { unusedFileBytes: 50 * 1024 } });
  onTestFinished(() => limited.close());
  const send = async (name: string, as: Caller = "owner") => {
    const bytes = Buffer.concat([png, Buffer.alloc(20 * 1024)]);
    return limited.call("POST", "/v1/files", { as, bytes, headers: { "file-name": name } });
  };
  const first = await send("a.png");
  expect([first.status, (await send("b.png")).status]).toEqual([201, 201]);
  const refused = await send("c.png");
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: "unused-files-too-large",
      detail: "Files that no message or answer uses may have 51200 bytes together.",
    },
  });
  expect(refused.body.hint).toMatch(/^Send what they are attached to, or wait/);
  expect([(await send("b.png")).status, (await send("a.png", "namesake")).status]).toEqual([201, 201]);
  expect((await send("a.png", "colleague")).status).toBe(201);
  const body = { agent: "asker", files: [first.body.id] };
  expect((await limited.call("POST", "/v1/conversations", { body })).status).toBe(201);
  expect([(await send("c.png")).status, (await send("d.png")).status]).toEqual([201, 422]);
  limited.clock.advance(24 * 3600 * 1000 + 1);
  expect((await send("d.png")).status).toBe(201);
});

test("[FILE-3] an empty file is refused", async () => {
  expect(await upload(Buffer.alloc(0))).toMatchObject({ status: 422, body: { code: "file-empty" } });
});

test("[FILE-6] who uploaded a file reads it, and everybody else only through a conversation", async () => {
  const { body: file } = await upload(png, "private.png");
  const path = `/v1/files/${file.id}`;
  const statuses = async () =>
    Promise.all(
      (["owner", "colleague", "agent", "stranger", "namesake", "nobody"] as const).map(
        async (as) => (await server.call("GET", path, { as })).status,
      ),
    );
  expect(await statuses()).toEqual([200, 404, 404, 404, 404, 401]);
  const start = { agent: "asker", message: "See", files: [file.id] };
  for (const as of ["colleague", "agent", "stranger", "namesake"] as const)
    expect(await server.call("POST", "/v1/conversations", { as, body: start })).toMatchObject({
      status: 422,
      body: { code: "file-unknown" },
    });
  const { body: conversation } = await server.call("POST", "/v1/conversations", { body: start });
  expect(await statuses()).toEqual([200, 200, 404, 404, 404, 401]);
  await server.waitForStatus(conversation.id, "parked");
  const again = { text: "This one?", files: [file.id] };
  const sent = await server.call("POST", `/v1/conversations/${conversation.id}/messages`, {
    as: "colleague",
    body: again,
  });
  expect(sent.status).toBe(202);
  await server.call("DELETE", `/v1/conversations/${conversation.id}`);
  expect(await statuses()).toEqual([404, 404, 404, 404, 404, 401]);
});

test("[FILE-6] naming a file that one may not read does not prolong its life", async () => {
  const dayMs = 24 * 3600 * 1000;
  const { body: file } = await upload(png, "forgotten.png");
  server.clock.advance(dayMs - 1);
  const start = { agent: "asker", message: "See", files: [file.id] };
  for (const as of ["colleague", "stranger"] as const)
    expect((await server.call("POST", "/v1/conversations", { as, body: start })).status).toBe(422);
  server.clock.advance(2);
  await server.store.files.deleteUnused(dayMs);
  expect((await server.call("GET", `/v1/files/${file.id}`)).status).toBe(404);
});

test("[FILE-6] an unknown file is refused, and nothing is recorded", async () => {
  const unknown = `file_${"0".repeat(40)}`;
  const { path, conversationId } = await server.park();
  const before = await server.store.position();
  const answers = [{ question: "q1", text: "Like this", files: [unknown] }];
  const refused = [
    await server.call("POST", "/v1/conversations", { body: { agent: "asker", files: [unknown] } }),
    await server.call("POST", `/v1/conversations/${conversationId}/messages`, { body: { text: "", files: [unknown] } }),
    await server.call("POST", `${path}/answer`, { body: { answers } }),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [422, "file-unknown"]));
  const malformed = await server.call("POST", `${path}/answer`, {
    body: { answers: [{ ...answers[0], files: ["../x"] }] },
  });
  expect(malformed.status).toBe(400);
  expect(await server.store.position()).toBe(before);
});

test("[STORE-27] a file that is erased between its lookup and the commit is refused, and nothing is recorded", async () => {
  const { path, conversationId } = await server.park();
  const answers = [{ question: "q1", text: "Like this" }];
  const requests = [
    ["/v1/conversations", (files: string[]) => ({ agent: "asker", files })],
    [`/v1/conversations/${conversationId}/messages`, (files: string[]) => ({ text: "See", files })],
    [`${path}/answer`, (files: string[]) => ({ answers: [{ ...answers[0], files }] })],
  ] as const;
  const { renew } = server.store.files;
  onTestFinished(() => void vi.restoreAllMocks());
  for (const [address, toBody] of requests) {
    const { body: file } = await upload(png, "erased.png");
    const { body: other } = await server.call("POST", "/v1/conversations", {
      body: { agent: "asker", files: [file.id] },
    });
    let after = 0;
    vi.spyOn(server.store.files, "renew").mockImplementationOnce(async (...given) => {
      const found = await renew(...given);
      await server.call("DELETE", `/v1/conversations/${other.id}`);
      after = await server.store.position();
      return found;
    });
    const refused = await server.call("POST", address, { body: toBody([file.id]) });
    expect([refused.status, refused.body.code]).toEqual([422, "file-unknown"]);
    expect(await server.store.position()).toBe(after);
  }
});

test("[FILE-5] messages and answers show their files in the transcript and the inquiry", async () => {
  const { body: photo } = await upload(png, "photo.png");
  const { body: plan } = await upload(sampleFiles["plan.pdf"], "plan.pdf");
  const started = await server.call("POST", "/v1/conversations", {
    body: { agent: "asker", files: [photo.id, plan.id] },
  });
  expect(started.body.title).toBe("photo.png");
  const { id } = started.body;
  await server.waitForStatus(id, "parked");
  const [inquiry] = (await server.call("GET", `/v1/inquiries?conversation=${id}`)).body.items;
  const body = { answers: [{ question: "q1", text: "Like this", files: [plan.id] }] };
  expect((await server.call("POST", `/v1/inquiries/${inquiry.id}/answer`, { body })).status).toBe(202);
  expect((await server.call("GET", `/v1/inquiries/${inquiry.id}`)).body.resolution.answers).toEqual([
    { question: "q1", text: "Like this", files: [plan] },
  ]);
  const [first] = (await server.call("GET", `/v1/conversations/${id}/transcript`)).body.items;
  expect(first.blocks).toEqual([
    { type: "file", file: photo },
    { type: "file", file: plan },
  ]);
});

test("[FILE-7] a file is served under headers that let it do nothing", async () => {
  const { body: plan } = await upload(sampleFiles["plan.pdf"], "Grüße.pdf");
  const { headers } = await server.call("GET", `/v1/files/${plan.id}`);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.pdf`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, no-cache",
    "x-frame-options": "DENY",
  });
});

test("[FILE-7] images are shown inline, text is a download in UTF-8, and bytes are as they were sent", async () => {
  for (const [name, bytes] of Object.entries(sampleFiles)) {
    const { body: file } = await upload(bytes, name, "owner", "application/octet-stream");
    const response = await server.send("GET", `/v1/files/${file.id}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    const how = file.type.startsWith("image/") ? "inline" : "attachment";
    expect(response.headers.get("content-disposition")).toMatch(new RegExp(`^${how};`));
    expect(response.headers.get("content-type")).toBe(
      file.type === "text/plain" ? "text/plain; charset=utf-8" : file.type,
    );
  }
});

test("[FILE-7] a cached copy is confirmed only to who may read it", async () => {
  const { body: file } = await upload(png, "cached.png");
  const path = `/v1/files/${file.id}`;
  const etag = (await server.call("GET", path)).headers.get("etag") ?? "";
  const headers = { "if-none-match": etag };
  expect((await server.call("GET", path, { headers })).status).toBe(304);
  expect((await server.call("GET", path, { headers, as: "colleague" })).status).toBe(404);
  expect((await server.call("GET", path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
});
