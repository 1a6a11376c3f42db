import { afterAll, beforeAll, expect, test } from "vitest";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { openRaw, readToEnd } from "../support/raw-connection.ts";
import { type ServerEvent, serverEvents } from "../support/server-events.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { openStage, type Stage } from "../support/stage.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.server.stop());

const script = [{ text: "One question.", calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }];

const endings = ["stop", "kill"] as const;

function follow({ url, keys }: ServerProcess, path: string, headers: Readonly<Record<string, string>> = {}) {
  return serverEvents(`${url}${path}`, { authorization: `Bearer ${keys.answer}`, ...headers });
}

async function answered(on: Stage): Promise<void> {
  const scene = await on.play("puppet", script);
  await on.api.post(`/v1/inquiries/${(await scene.asked()).id}/answer`, { answers: bothAnswered });
  await scene.reached("idle");
}

/** Positions of the recorded events that a stream sends, until one is the last of the log or the server ends it. */
async function positionsOf(stream: AsyncGenerator<ServerEvent>, last = Number.POSITIVE_INFINITY): Promise<number[]> {
  const seen: number[] = [];
  try {
    for await (const { id, type } of stream) {
      if (id !== undefined && type !== "snapshot") seen.push(Number(id));
      if (Number(id) >= last) break;
    }
  } catch {
    // A killed server breaks the connection off.
  }
  return seen;
}

async function lastPosition({ server }: Stage): Promise<number> {
  for await (const { data } of follow(server, "/v1/events")) return data.position;
  throw new Error("no snapshot came");
}

test("[SSE-1] the events of a whole flow come in order, each with its position, live text between them", async () => {
  const stream = follow(stage.server, "/v1/events");
  const { value: snapshot } = await stream.next();
  expect(snapshot).toMatchObject({ type: "snapshot", data: { openInquiries: expect.any(Number) } });
  const scene = await stage.play("puppet", script);
  const inquiry = await scene.asked();
  await stage.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  const seen: ServerEvent[] = [];
  for await (const event of stream) {
    seen.push(event);
    if (event.type === "run.finished") break;
  }
  expect(seen.filter(({ id }) => id !== undefined).map(({ type }) => type)).toEqual([
    "conversation.started",
    "message.received",
    "run.started",
    "messages.delivered",
    "model.replied",
    "inquiry.asked",
    "inquiry.resolved",
    "tool.finished",
    "model.replied",
    "run.finished",
  ]);
  const ids = seen.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
  expect(ids).toEqual(ids.map((_, index) => snapshot?.data.position + index + 1));
  const text = seen.filter(({ type }) => type === "text.streamed");
  expect(text.map(({ data }) => data.delta).join("")).toBe("One question.Done.");
  expect(text.every(({ id }) => id === undefined)).toBe(true);
});

test("[LATER-4] who comes in the middle of a reply reads what was written so far, and no longer than it streams", async () => {
  const scene = await stage.play("puppet", [{ text: "Half a", hang: true }]);
  const path = `/v1/conversations/${scene.id}`;
  let end = 0;
  await scene.event(({ type, data }) => {
    if (type === "text.streamed") end = data.offset + data.delta.length;
    return end === "Half a".length;
  });
  const { body } = await stage.api.get(path);
  expect(body).toMatchObject({ status: "thinking", live: { runId: body.runId, step: 1, text: "Half a" } });
  await stage.api.post(`${path}/stop`);
  expect((await stage.api.get(path)).body).not.toHaveProperty("live");
});

test("[SSE-5] a reconnect replays recorded events only", async () => {
  const scene = await stage.play("puppet", [{ text: "Half a", hang: true }]);
  await scene.event(({ type }) => type === "text.streamed");
  await stage.api.post(`/v1/conversations/${scene.id}/stop`);
  const seen: string[] = [];
  for await (const { type } of follow(stage.server, `/v1/events?after=0&conversation=${scene.id}`)) {
    seen.push(type);
    if (type === "run.finished") break;
  }
  expect(seen).not.toContain("text.streamed");
});

test.for(endings)("[SSE-2] Last-Event-ID goes on across a restart (%s) with no gap and no repeat", async (how) => {
  const before = await openStage();
  const seen: number[] = [];
  const reading = positionsOf(follow(before.server, "/v1/events?after=0"));
  const working = Promise.all([answered(before), answered(before), answered(before)]);
  await working;
  await before.server[how]();
  seen.push(...(await reading));

  const after = await openStage({ dataDir: before.server.dataDir });
  const more = answered(after);
  const half = follow(after.server, "/v1/events", { "last-event-id": String(seen.at(-1) ?? 0) });
  for await (const { id } of half) {
    // Text that streams meanwhile has no position.
    if (id !== undefined) seen.push(Number(id));
    if (id !== undefined) break;
  }
  await more;
  const last = await lastPosition(after);
  seen.push(...(await positionsOf(follow(after.server, "/v1/events", { "last-event-id": String(seen.at(-1)) }), last)));
  expect(seen).toEqual(await positionsOf(follow(after.server, "/v1/events?after=0"), last));
  await after.server.stop();
});

test("[SSE-4] a reader that never reads is dropped while another gets everything", async () => {
  const scene = await stage.play("puppet", [{ text: "Listening", hang: true }]);
  const path = `/v1/events?conversation=${scene.id}`;
  const { url, keys } = stage.server;
  const request = `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${keys.answer}\r\n\r\n`;
  const stuck = await openRaw(url, request);
  const reader = follow(stage.server, path);
  await reader.next();
  const count = 240;
  const texts = Array.from({ length: count }, (_, index) => `${index} `.padEnd(90_000, "é"));
  const received = (async () => {
    const seen: string[] = [];
    for await (const { type, data } of reader) {
      if (type === "message.received") seen.push(data.text);
      if (seen.length === count) break;
    }
    return seen;
  })();
  for (const text of texts) await stage.api.post(`/v1/conversations/${scene.id}/messages`, { text });
  expect(await received).toEqual(texts);
  // Only now does it read: what was sent before it was dropped, and then the end.
  const { length } = await readToEnd(stuck);
  expect(length).toBeLessThan(count * 90_000);
  await stage.api.post(`/v1/conversations/${scene.id}/stop`);
});
