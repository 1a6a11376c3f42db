import { afterAll, expect, test } from "vitest";
import type { EventRange } from "../../store/store.ts";
import { isResolved, openStream, take } from "../testing/open-stream.ts";
import { type Frame, readFrames } from "../testing/read-frames.ts";
import { coffee, createTestApp, type TestApp, tea } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

/** The id of the event at a position, as a reader has got it. */
async function cursorAt(position: number | undefined, from: TestApp = server): Promise<string> {
  return `${await from.store.history()}-${position}`;
}

test("[SSE-1] a stream of named conversations starts with their state and continues with each commit", async () => {
  const [one, two, other] = [await server.park(), await server.park(), await server.park()];
  const frames = await openStream(
    server,
    `/v1/events?conversation=${one.conversationId}&conversation=${two.conversationId}`,
  );
  const [snapshot] = await take(frames, () => true);
  const position = await server.store.position();
  expect(snapshot).toMatchObject({
    event: "snapshot",
    id: position,
    data: {
      position,
      conversations: [
        { id: one.conversationId, status: "parked", inquiry: { id: one.inquiryId, status: "open" } },
        { id: two.conversationId, status: "parked", inquiry: { id: two.inquiryId } },
      ],
    },
  });
  await server.call("POST", `${other.path}/answer`, { body: tea });
  await server.call("POST", `${two.path}/answer`, { body: tea });
  const followed = (await take(frames, ({ event }) => event === "run.finished")).filter(({ id }) => id !== undefined);
  await frames.return(undefined);
  const recorded = await server.store.events({ after: position, limit: 100, conversationIds: [two.conversationId] });
  expect(followed.map(({ id, event }) => [id, event])).toEqual(
    recorded.map((entry) => [entry.position, entry.event.type]),
  );
  expect(followed[0]).toMatchObject({
    event: "inquiry.resolved",
    data: {
      conversationId: two.conversationId,
      resolution: { type: "answered", by: "owner", at: expect.stringMatching(/Z$/) },
    },
  });
});

test("[SSE-1] a stream of a conversation that is unknown or deleted is refused with its id, even if other conversations are named", async () => {
  const [one, gone] = [await server.park(), await server.park()];
  await server.call("DELETE", `/v1/conversations/${gone.conversationId}`);
  for (const [id, ...more] of [
    ["conv_0", "&after=0"],
    ["conv_0k1", "&after=0"],
    ["", "&after=0"],
    [gone.conversationId],
  ])
    for (const rest of ["", `&conversation=${one.conversationId}`, ...more])
      expect(await server.call("GET", `/v1/events?conversation=${id}${rest}`), id + rest).toMatchObject({
        status: 404,
        body: { code: "conversation-unknown", detail: `There is no conversation "${id}".` },
      });
});

test("[SSE-2] a reader that reconnects after a deletion gets the deletion event", async () => {
  const [one, gone] = [await server.park(), await server.park()];
  const position = await server.store.position();
  await server.call("DELETE", `/v1/conversations/${gone.conversationId}`);
  const named = `conversation=${one.conversationId}&conversation=${gone.conversationId}`;
  for (const [query, headers] of [
    [named, { "last-event-id": await cursorAt(position) }],
    [`${named}&after=${await cursorAt(position)}`, {}],
  ] as const) {
    const frames = await openStream(server, `/v1/events?${query}`, { headers });
    expect((await take(frames, ({ event }) => event === "conversation.deleted")).at(-1)).toMatchObject({
      data: { conversationId: gone.conversationId },
    });
    await frames.return(undefined);
  }
});

test("[SSE-1] a stream of everything starts with the inbox", async () => {
  const { inquiryId } = await server.park();
  const frames = await openStream(server, "/v1/events");
  const [snapshot] = await take(frames, () => true);
  await frames.return(undefined);
  const { body } = await server.call("GET", "/v1/inbox/count");
  expect(snapshot?.data.openInquiries).toBe(body.open);
  expect(snapshot?.data.inquiries.map(({ id }: { id: string }) => id)).toContain(inquiryId);
});

test("[SSE-2] Last-Event-ID resumes after the last seen event, and wins over `after`", async () => {
  const { conversationId, path } = await server.park();
  const recorded = await server.store.events({ after: 0, limit: 1_000, conversationIds: [conversationId] });
  const frames = await openStream(server, `/v1/events?conversation=${conversationId}&after=0`, {
    headers: { "last-event-id": await cursorAt(recorded[1]?.position) },
  });
  await server.call("POST", `${path}/answer`, { body: coffee });
  const seen = await take(frames, isResolved);
  await frames.return(undefined);
  expect(seen.map(({ id }) => id).slice(0, -1)).toEqual(recorded.slice(2).map(({ position }) => position));
});

test("[SSE-2] an empty or foreign Last-Event-ID starts with a snapshot", async () => {
  for (const id of ["", "abc", "-1", "1.5", "9007199254740991", await cursorAt(999_999_999), "0123abcd-0"]) {
    const frames = await openStream(server, "/v1/events", { headers: { "last-event-id": id } });
    const [first] = await take(frames, () => true);
    await frames.return(undefined);
    expect(first?.event).toBe("snapshot");
  }
});

test("[SSE-2] a reader that comes from a server that is ahead resumes with no gap and no repeat", async () => {
  const behind = createTestApp();
  const { conversationId, path } = await behind.park();
  const last = await behind.store.position();
  const { position, events } = behind.store;
  Object.assign(behind.store, {
    position: async () => last - 2,
    events: async (range: EventRange) => (await events(range)).filter((event) => event.position <= last - 2),
  });
  const frames = await openStream(behind, "/v1/events", { headers: { "last-event-id": await cursorAt(last, behind) } });
  const next = take(frames, ({ event }) => event === "run.finished");
  Object.assign(behind.store, { position, events });
  await behind.call("POST", `${path}/answer`, { body: tea });
  await behind.waitForStatus(conversationId, "idle");
  const seen = (await next).flatMap(({ id }) => id ?? []);
  await frames.return(undefined);
  const recorded = await events({ after: last, limit: 100 });
  expect(seen).toEqual(recorded.map((event) => event.position));
  await behind.close();
});

test("[SSE-2] readers that reconnect during commits miss no event and get none twice", async () => {
  const busy = createTestApp();
  const from = await busy.store.position();
  let working = true;
  const work = (async () => {
    for (let round = 0; round < 40; round += 1) {
      const { conversationId, path } = await busy.park();
      await busy.call("POST", `${path}/answer`, { body: tea });
      await busy.waitForStatus(conversationId, "idle");
    }
    working = false;
  })();
  const read = async (length: number) => {
    const seen: number[] = [];
    while (working || (seen.at(-1) ?? from) < (await busy.store.position())) {
      const frames = await openStream(busy, "/v1/events?after=0", {
        headers: { "last-event-id": await cursorAt(seen.at(-1) ?? from, busy) },
      });
      for (
        let count = 0;
        count < length && (working || (seen.at(-1) ?? from) < (await busy.store.position()));
        count += 1
      ) {
        const { value } = await frames.next();
        if (value?.id !== undefined) seen.push(value.id);
      }
      await frames.return(undefined);
    }
    return seen;
  };
  const readers = await Promise.all([1, 2, 3, 7, 50].map(read));
  await work;
  const all = (await busy.store.events({ after: from, limit: 10_000 })).map(({ position }) => position);
  for (const seen of readers) expect(seen).toEqual(all);
  expect(busy.followers).toBe(0);
  await busy.close();
});

test("[SSE-3] a heartbeat is sent while nothing happens", async () => {
  const quiet = createTestApp({ heartbeatMs: 5 });
  const frames = await openStream(quiet, "/v1/events");
  const seen = await take(frames, ({ comment }) => comment === "heartbeat");
  expect(seen.map(({ event, comment }) => event ?? comment)).toEqual(["snapshot", "heartbeat"]);
  await frames.return(undefined);
  await quiet.close();
});

test("[SSE-4] a reader whose backlog grows too large is dropped, and other readers get everything", async () => {
  const small = createTestApp({ backlogLimit: 20_000 });
  const { conversationId } = await small.park();
  const stuck = (await small.send("GET", `/v1/events?conversation=${conversationId}`)).body;
  const frames = await openStream(small, `/v1/events?conversation=${conversationId}`);
  const [snapshot] = await take(frames, () => true);
  expect(small.followers).toBe(2);
  for (let count = 0; count < 30; count += 1) {
    const text = String(count).padEnd(5_000, ".");
    await small.call("POST", `/v1/conversations/${conversationId}/messages`, { body: { text, separate: true } });
    const received = await take(frames, ({ event }) => event === "message.received");
    expect(received.at(-1)?.data.text).toBe(text);
  }
  await frames.return(undefined);
  const late: Frame[] = [];
  for await (const frame of readFrames(stuck)) late.push(frame);
  expect(late.length).toBeLessThan(10);
  expect(late[0]).toEqual(snapshot);
  expect(small.followers).toBe(0);
  await small.close();
});

test("[SSE-4] a reader that disconnects, a HEAD request and a stopping server leave no follower behind", async () => {
  const app = createTestApp();
  const frames = await openStream(app, "/v1/events");
  await frames.next();
  await frames.return(undefined);
  expect(app.followers).toBe(0);
  const head = await app.send("HEAD", "/v1/events");
  expect([head.status, head.headers.get("content-type"), head.body]).toEqual([200, "text/event-stream", null]);
  expect(app.followers).toBe(0);
  const before = await openStream(app, "/v1/events");
  await before.next();
  app.stopping.abort();
  expect(await before.next()).toMatchObject({ done: true });
  const after = await openStream(app, "/v1/events");
  expect(await after.next()).toMatchObject({ done: true });
  expect(app.followers).toBe(0);
  await app.close();
});
