import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { type ServerProcess, startServerProcess } from "../harness/server/server-process.ts";
import { schemaUrl } from "../harness/server/store-under-test.ts";
import { createWallClock, hourMs } from "../harness/time/wall-clock.ts";

const script = [{ calls: [askTwo] }, { text: "Thank you." }];
let servers: readonly ServerProcess[] = [];
let right: Api;
let ahead: Api;

beforeAll(async () => {
  const shared = { ASKBACK_DATABASE_URL: await schemaUrl(randomUUID()) };
  const first = await startServerProcess({ env: shared });
  const env = { ...shared, ...createWallClock(hourMs).env };
  const second = await startServerProcess({ env, dataDir: first.dataDir });
  servers = [first, second];
  right = createApi(first);
  ahead = createApi(second);
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

test("[TIME-2] a server whose clock is an hour ahead expires nothing early and delivers a held answer", {
  tags: "smoke",
}, async () => {
  const id = await right.start("timed", script);
  const { inquiry } = await right.waitForStatus(id, "parked");
  const answer = { answers: bothAnswered, hold: 1 };
  const held = await ahead.post(`/v1/inquiries/${inquiry.id}/answer`, answer);
  expect(held).toMatchObject({ status: 202, body: { resolution: "answered" } });
  expect(Math.abs(Date.parse(held.body.at) - Date.now())).toBeLessThan(hourMs / 2);
  await right.waitForStatus(id, "idle");
});

test("[TIME-2] a deadline that begins on a server whose clock is an hour ahead is no later elsewhere", async () => {
  const id = await ahead.start("timed", script);
  const { inquiry } = await right.waitForStatus(id, "parked");
  expect(Date.parse(inquiry.deadline)).toBeLessThan(Date.now() + hourMs / 2);
  expect(await right.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered })).toMatchObject({
    status: 202,
  });
});
