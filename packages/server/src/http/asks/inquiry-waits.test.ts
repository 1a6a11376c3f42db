import type { InquiryRecord } from "@askback/core";
import { expect, test } from "vitest";
import { createFeed } from "../../feed/feed.ts";
import { createMemoryStore } from "../../store/testing/memory-store.ts";
import { createTestApp } from "../testing/test-app.ts";
import { createInquiryWaits } from "./inquiry-waits.ts";

const yesNo = { question: "Deploy to production?", options: ["Yes", "No"] };

test("[EXTERNAL-42] many requests that wait end when their clients leave or the server stops, and leave nothing behind", async () => {
  const server = createTestApp();
  const { body } = await server.call("POST", "/v1/inquiries", { as: "agent", body: yesNo });
  const path = `/v1/inquiries/${body.id}?wait=60`;
  const leaving = new AbortController();
  const timers = countTimers();
  const left = Array.from({ length: 300 }, () => server.call("GET", path, { as: "agent", signal: leaving.signal }));
  const stopped = Array.from({ length: 300 }, () => server.call("GET", path, { as: "agent" }));
  await expect.poll(() => countTimers() - timers).toBeGreaterThan(590);
  expect(server.followers).toBe(1);
  leaving.abort();
  await Promise.allSettled(left);
  await expect.poll(() => countTimers() - timers).toBeLessThan(310);
  server.stopping.abort();
  for (const { status, body: open } of await Promise.all(stopped)) expect([status, open.status]).toEqual([200, "open"]);
  expect(countTimers() - timers).toBeLessThan(10);
  expect(server.followers).toBe(0);
  await server.close();
});

test("[EXTERNAL-42] the wait of a client that has left reads nothing more", async () => {
  const store = createMemoryStore();
  const feed = createFeed(store, console.error);
  const record = { id: "inq_a_1_x", conversationId: "conv_a" } as InquiryRecord;
  let reads = 0;
  const inquiry = async () => {
    reads += 1;
    return record;
  };
  const waits = createInquiryWaits({ store: { ...store, inquiry }, feed });
  const client = new AbortController();
  const waiting = waits.untilResolved(record.id, 60_000, client.signal);
  await expect.poll(() => reads).toBe(1);
  client.abort();
  expect(await waiting).toEqual(record);
  expect(reads).toBe(1);
  await feed.close();
});

/** The timers of this process; but for those of the requests there are few. */
function countTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
}
