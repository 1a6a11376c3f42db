import { once } from "node:events";
import { connect } from "node:net";
import { serve } from "@hono/node-server";
import { expect, onTestFinished, test } from "vitest";
import { sampleFiles } from "../testing/sample-files.ts";
import { createTestApp } from "../testing/test-app.ts";

const png = sampleFiles["photo.png"];

/** A body of which the test sends the chunks. */
function openBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  return { readable, writer: writable.getWriter() };
}

test("[FILE-17] an upload beyond what a server holds at once is refused with 503 until the others are stored", async () => {
  const small = createTestApp({ limits: { bufferedFileBytes: 40 * 1024 } });
  onTestFinished(() => small.close());
  const { readable, writer } = openBody();
  const slow = small.call("POST", "/v1/files", { bytes: readable });
  // The first write resolves when the second one is asked for, so the first chunk is in memory.
  await writer.write(Buffer.concat([png, Buffer.alloc(30 * 1024)]));
  await writer.write(Buffer.alloc(1024));
  const bytes = Buffer.concat([png, Buffer.alloc(12 * 1024)]);
  const busy = { status: 503, body: { code: "uploads-busy" } };
  const announced = { "content-length": String(bytes.length) };
  const refused = await small.call("POST", "/v1/files", { as: "colleague", bytes, headers: announced });
  expect(refused).toMatchObject(busy);
  expect(refused.headers.get("retry-after")).toBe("2");
  expect(await small.call("POST", "/v1/files", { as: "colleague", bytes })).toMatchObject(busy);
  expect((await small.call("POST", "/v1/files", { bytes: png })).status).toBe(201);
  await writer.close();
  expect((await slow).status).toBe(201);
  expect((await small.call("POST", "/v1/files", { bytes })).status).toBe(201);
  const alone = Buffer.concat([png, Buffer.alloc(50 * 1024)]);
  expect((await small.call("POST", "/v1/files", { bytes: alone })).status).toBe(201);
});

test("[FILE-17] uploads that break off, are too large or are refused leave no room taken", async () => {
  const small = createTestApp({ limits: { bufferedFileBytes: 40 * 1024 } });
  onTestFinished(() => small.close());
  for (let round = 0; round < 3; round += 1) {
    const { readable, writer } = openBody();
    const broken = small.call("POST", "/v1/files", { bytes: readable });
    await writer.write(Buffer.concat([png, Buffer.alloc(20 * 1024)]));
    await writer.abort(new Error("gone"));
    expect((await broken).status).toBe(500);
    expect((await small.call("POST", "/v1/files", { bytes: Buffer.alloc(65 * 1024) })).status).toBe(413);
    expect((await small.call("POST", "/v1/files", { bytes: Buffer.alloc(30 * 1024) })).status).toBe(415);
  }
  const { readable, writer } = openBody();
  const slow = small.call("POST", "/v1/files", { bytes: readable });
  await writer.write(png);
  await writer.write(Buffer.alloc(0));
  const bytes = Buffer.concat([png, Buffer.alloc(30 * 1024)]);
  expect((await small.call("POST", "/v1/files", { bytes })).status).toBe(201);
  await writer.close();
  expect((await slow).status).toBe(201);
});

test("[FILE-17] an upload whose connection breaks leaves no room taken", async () => {
  const small = createTestApp({ limits: { bufferedFileBytes: 40 * 1024 } });
  const listening = serve({ fetch: small.app.fetch, hostname: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    listening.close();
    await small.close();
  });
  await once(listening, "listening");
  const address = listening.address();
  const socket = connect(typeof address === "object" && address !== null ? address.port : 0, "127.0.0.1");
  const head = ["POST /v1/files HTTP/1.1", "Host: localhost", "Authorization: Bearer ans_1", "Content-Length: 40000"];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(Buffer.alloc(30_000));
  const bytes = Buffer.concat([png, Buffer.alloc(20_000)]);
  const status = async () => (await small.call("POST", "/v1/files", { bytes })).status;
  await expect.poll(status).toBe(503);
  socket.destroy();
  await expect.poll(status).toBe(201);
});
