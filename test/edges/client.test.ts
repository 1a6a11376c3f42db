import { createClient } from "@askback/client";
import type { StreamEvent } from "@askback/core/wire";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askTwo } from "../support/asks.ts";
import { colleagueKey } from "../support/colleague.ts";
import { openStage, type Stage } from "../support/stage.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.server.stop());

const script = [{ text: "A question.", calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }];
const answers = [
  { question: "q1", options: ["o1"] },
  { question: "q2", options: ["o1", "o3"] },
];

function clientOf({ server }: Stage, options: Parameters<typeof createClient>[0] = {}) {
  return createClient({ url: server.url, key: server.keys.answer, ...options });
}

/** What is recorded, up to an event that is the last; who asks again goes on from there. */
async function recorded(events: AsyncIterator<StreamEvent>, isLast: (event: StreamEvent) => boolean) {
  const seen: string[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw new Error("the events ended");
    if ("position" in value) seen.push(`${value.position} ${value.type}`);
    if (isLast(value)) return seen;
  }
}

function readerOf(events: AsyncIterable<StreamEvent>): AsyncIterator<StreamEvent> {
  return events[Symbol.asyncIterator]();
}

/** Starts the server again where it was: with its data, under its address. */
function restarted({ server, promptFile }: Stage): Promise<Stage> {
  const { port } = new URL(server.url);
  return openStage({
    dataDir: server.dataDir,
    args: ["--port", port],
    env: { ASKBACK_TEST_PROMPTS: promptFile },
  });
}

test("[CLIENT-2] who answers second is given the winner's receipt with the conflict", async () => {
  const scene = await stage.play("puppet", script);
  const { id } = await scene.asked();
  const won = await clientOf(stage).inquiries.delegate(id);
  expect(await clientOf(stage, { key: colleagueKey }).inquiries.answer(id, { answers })).toMatchObject({
    ok: false,
    error: { status: 409, code: "already-resolved", receipt: won.ok && won.value },
  });
});

test("[CLIENT-2] a key that nobody knows is a failure like others", async () => {
  expect(await clientOf(stage, { key: "wrong" }).me()).toMatchObject({ ok: false, error: { status: 401 } });
});

test("[CLIENT-3] an answer whose receipt is lost on the way is sent again and done once", async () => {
  const scene = await stage.play("puppet", script);
  const { id } = await scene.asked();
  let isLost = false;
  const client = clientOf(stage, {
    async fetch(url, init) {
      const response = await fetch(url, init);
      if (isLost) return response;
      isLost = true;
      throw new TypeError("the connection broke off");
    },
  });
  expect(await client.inquiries.answer(id, { answers })).toMatchObject({
    value: { inquiryId: id, by: "owner" },
  });
  await scene.reached("idle");
  expect(await scene.faults()).toEqual([]);
});

test("[CLIENT-3] an answer that is sent while the server is down is delivered once when it is back", async () => {
  const before = await openStage();
  const scene = await before.play("puppet", script);
  const { id } = await scene.asked();
  await before.server.kill();
  let starting: Promise<Stage> | undefined;
  const client = clientOf(before, {
    // The first pause lasts until the server is back; nothing else is waited for.
    async wait(ms, signal) {
      if (ms !== 1_000) return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
      starting = restarted(before);
      await starting;
    },
  });
  expect(await client.inquiries.answer(id, { answers })).toMatchObject({
    value: { inquiryId: id, resolution: "answered" },
  });
  const after = await starting;
  await scene.reached("idle");
  expect(await scene.faults()).toEqual([]);
  await after?.server.stop();
});

test("[CLIENT-4] events go on over kill -9 and a restart, with no gap and no repeat", async () => {
  const before = await openStage();
  const client = clientOf(before);
  const events = client.events({ after: 0 });
  const connections: string[] = [];
  events.onConnection((connection) => connections.push(connection));
  const scene = await before.play("puppet", script);
  const { id } = await scene.asked();
  const reader = readerOf(events);
  const first = await recorded(reader, ({ type }) => type === "inquiry.asked");
  await before.server.kill();

  const after = await restarted(before);
  await client.inquiries.answer(id, { answers });
  const rest = await recorded(reader, ({ type }) => type === "run.finished");
  events.close();
  const whole = client.events({ after: 0 });
  expect([...first, ...rest]).toEqual(await recorded(readerOf(whole), ({ type }) => type === "run.finished"));
  whole.close();
  expect([connections[0], connections[1], connections.at(-1)]).toEqual(["live", "connecting", "live"]);
  await after.server.stop();
});

test("[CLIENT-4] events start with a snapshot, and a reader that comes back to a quiet server is live at once", async () => {
  const client = clientOf(stage);
  const events = client.events();
  const [snapshot] = await recorded(readerOf(events), () => true);
  expect(snapshot).toMatch(/^\d+ snapshot$/);
  events.close();
  const again = client.events({ after: Number.parseInt(snapshot ?? "", 10) });
  await new Promise<void>((resolve) => again.onConnection((connection) => connection === "live" && resolve()));
  again.close();
}, 10_000);
