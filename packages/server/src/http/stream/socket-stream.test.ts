import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { queryObjects } from "node:v8";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../testing/listen.ts";
import { readFrames } from "../testing/read-frames.ts";
import { createTestApp, type TestApp, type TestAppOptions, tea } from "../testing/test-app.ts";

const origin = "https://pages.example.org";

async function start(options: TestAppOptions = {}) {
  const app = createTestApp({ origins: [origin], ...options });
  const { port, stop } = await listen(app);
  onTestFinished(async () => {
    await app.close();
    await stop();
  });
  const url = `http://127.0.0.1:${port}`;
  const headers = { authorization: "Bearer ans_1" };
  return { app, port, get: (path: string, init?: RequestInit) => fetch(url + path, { headers, ...init }) };
}

/** Streams text of a conversation to everybody who follows. */
function beginText({ liveTexts }: TestApp) {
  return liveTexts.begin({ conversationId: "conv_x", project: "default", runId: "run_x", step: 1, attempt: 1 });
}

/** A connection that asks for the stream of everything. */
function openRaw(port: number): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ans_1\r\n\r\n");
  return socket;
}

test("[SSE-10] an event that was sent leaves nothing behind in memory, however long its readers stay", async () => {
  const { app, get } = await start();
  const readers = await Promise.all(
    Array.from({ length: 8 }, async () => readFrames((await get("/v1/events")).body as ReadableStream<Uint8Array>)),
  );
  for (const reader of readers) await reader.next();
  const live = beginText(app);
  /** Each event is read by all before the next one, so that it is sent on its own. */
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) {
      live.append(".");
      for (const reader of readers) await reader.next();
    }
    return queryObjects(Promise, { format: "count" });
  };
  const [before, after] = [await send(10), await send(100)];
  for (const reader of readers) await reader.return(undefined);
  // A promise for each event and reader would be 800.
  expect(after - before).toBeLessThan(200);
});

test("[SSE-10] a reader that never reads is dropped when too many bytes wait for it, here or in its socket, and others get everything", async () => {
  const { app, port, get } = await start({ backlogLimit: 256 * 1024 });
  const stuck = openRaw(port);
  await once(stuck, "data");
  stuck.pause();
  const frames = readFrames((await get("/v1/events")).body as ReadableStream<Uint8Array>);
  await frames.next();
  expect(app.followers).toBe(2);
  const live = beginText(app);
  const piece = "x".repeat(64 * 1024);
  let sent = 0;
  // The system holds some megabytes for a connection before bytes wait here.
  for (; app.followers === 2 && sent < 2_000; sent += 1) {
    live.append(piece);
    expect((await frames.next()).value?.data.offset).toBe(sent * piece.length);
  }
  expect(app.followers).toBe(1);
  live.append("end");
  expect((await frames.next()).value?.data).toMatchObject({ delta: "end", offset: sent * piece.length });
  const closed = once(stuck, "close");
  stuck.on("error", () => {});
  stuck.resume();
  await closed;
  await frames.return(undefined);
  await expect.poll(() => app.followers).toBe(0);
});

test("[SSE-10] an answer to a stream has the headers of any other, and is logged and counted like them", async () => {
  const { app, get } = await start();
  const headers = { authorization: "Bearer ans_1", origin };
  const [stream, head, other] = [
    await get("/v1/events", { headers }),
    await get("/v1/events", { method: "HEAD", headers }),
    await get("/v1/inbox/count", { headers }),
  ];
  await stream.body?.cancel();
  await other.text();
  const ofConnection = ["content-length", "content-type", "connection", "keep-alive"];
  const ofEach = [...other.headers.keys()].filter((name) => !ofConnection.includes(name));
  expect(ofEach).toEqual(
    expect.arrayContaining(["access-control-allow-origin", "x-frame-options", "x-request-id", "cache-control"]),
  );
  for (const response of [stream, head]) {
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    for (const name of ofEach) expect(response.headers.has(name), name).toBe(true);
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    const requestId = response.headers.get("x-request-id");
    expect(app.requests).toContainEqual(expect.objectContaining({ requestId, route: "/v1/events", status: 200 }));
  }
  expect(stream.headers.get("x-hono-already-sent")).toBeNull();
  expect(app.failures).toEqual([]);
});

test("[SSE-11] an event is serialised once for all readers of one form", async () => {
  const { app, get } = await start();
  const { conversationId, path } = await app.park();
  const { events } = app.store;
  const written = new Map<number, number>();
  app.store.events = async (range) =>
    (await events(range)).map((recorded) => ({
      ...recorded,
      // The version is read only where an event is written.
      get version() {
        written.set(recorded.position, (written.get(recorded.position) ?? 0) + 1);
        return recorded.version;
      },
    }));
  const readers = await Promise.all(
    Array.from({ length: 10 }, async () => readFrames((await get("/v1/events")).body as ReadableStream<Uint8Array>)),
  );
  for (const reader of readers) await reader.next();
  await app.call("POST", `${path}/answer`, { body: tea });
  await app.waitForStatus(conversationId, "idle");
  const seen = await Promise.all(
    readers.map(async (reader) => {
      const frames = [];
      for await (const frame of reader) {
        if (frame.id === undefined) continue;
        frames.push(frame);
        if (frame.event === "run.finished") break;
      }
      return frames;
    }),
  );
  for (const reader of readers) await reader.return(undefined);
  for (const frames of seen) expect(frames).toEqual(seen[0]);
  expect(seen[0]?.length).toBeGreaterThan(3);
  expect(seen[0]?.map(({ id = 0 }) => written.get(id))).toEqual(seen[0]?.map(() => 1));
});

test("[SSE-12] a caller may have so many streams open; the next one gets 429 with a hint, until one of them is closed", async () => {
  const app = createTestApp({ limits: { streamsPerCaller: 2 } });
  onTestFinished(() => app.close());
  const { conversationId } = await app.park("agent");
  const paths = ["/v1/events", `/api/v1/sessions/${conversationId}/events`];
  const bodies = [];
  for (const path of paths) bodies.push((await app.send("GET", path)).body);
  for (const path of [...paths, `/conversations/${conversationId}/events`]) {
    const refused = await app.call("GET", path);
    expect(refused).toMatchObject({ status: 429, body: { code: "too-many-streams", hint: expect.any(String) } });
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await app.send("HEAD", path)).status).toBe(200);
  }
  const own = { as: "nobody", headers: await app.cookieOf() } as const;
  // A browser that is signed in is the owner, as the owner's key is.
  expect((await app.call("GET", "/v1/events", own)).status).toBe(429);
  const colleague = await app.send("GET", "/v1/events", { as: "colleague" });
  // The namesake has the same name in another project.
  const namesake = await app.send("GET", "/v1/events", { as: "namesake" });
  expect([colleague.status, namesake.status]).toEqual([200, 200]);
  await bodies[0]?.cancel();
  const next = await app.send("GET", "/v1/events", own);
  expect(next.status).toBe(200);
  for (const body of [bodies[1], colleague.body, namesake.body, next.body]) await body?.cancel();
  await expect.poll(() => app.followers).toBe(0);
});
