import { expect, test } from "vitest";
import { followEvents } from "./follow-events.ts";
import { createFakeServer } from "./testing/fake-server.ts";
import { createFakeTimers, flush } from "./testing/fake-timers.ts";

const emptySink = { onEvent() {}, onConnection() {}, onHeartbeat() {} };

test.for([
  [0, [1, 1, 1, 1, 1, 1]],
  [0.5, [1.5, 2.5, 4.5, 8.5, 15.5, 15.5]],
  [1, [2, 4, 8, 16, 30, 30]],
] as const)(
  "[CLIENT-5] an unreachable server is tried again after 1 to 30 seconds (random value %d)",
  async ([chance, seconds]) => {
    const server = createFakeServer();
    const timers = createFakeTimers();
    const closing = new AbortController();
    const options = { url: "/v1/events", fetch: server.fetch, wait: timers.wait, headers: async () => ({}) };
    followEvents(options, () => chance)(emptySink, { after: undefined, signal: closing.signal });
    server.respondWith("network-error");

    async function pauses(count: number): Promise<number[]> {
      const found: number[] = [];
      for (await flush(); found.length < count; ) {
        const [pause = 0] = timers.pending();
        found.push(pause / 1_000);
        await timers.advance(pause);
      }
      return found;
    }

    expect(await pauses(seconds.length)).toEqual(seconds);
    // A connection in between resets the backoff.
    server.respondWith("stream");
    await timers.advance(30_000);
    server.respondWith("network-error");
    server.disconnect();
    expect(await pauses(2)).toEqual(seconds.slice(0, 2));
    closing.abort();
  },
);

test("[CLIENT-5] a stream that is refused because too many are open is tried again like a lost one", async () => {
  const server = createFakeServer();
  const timers = createFakeTimers();
  const closing = new AbortController();
  const connections: string[] = [];
  const sink = { ...emptySink, onConnection: (connection: string) => void connections.push(connection) };
  const options = { url: "/v1/events", fetch: server.fetch, wait: timers.wait, headers: async () => ({}) };
  server.respondWith(() => new Response("{}", { status: 429, headers: { "retry-after": "5" } }));
  followEvents(options, () => 0)(sink, { after: undefined, signal: closing.signal });
  await flush();
  expect([connections, timers.pending()]).toEqual([["lost"], [1_000]]);
  server.respondWith("stream");
  await timers.advance(1_000);
  expect(connections).toEqual(["lost", "live"]);
  closing.abort();
});
