import { expect, test } from "vitest";
import { followEvents } from "./follow-events.ts";
import { createFakeServer } from "./testing/fake-server.ts";
import { createTime, settled } from "./testing/time.ts";

const silentSink = { event() {}, connection() {}, beat() {} };

test.for([
  [0, [1, 1, 1, 1, 1, 1]],
  [0.5, [1.5, 2.5, 4.5, 8.5, 15.5, 15.5]],
  [1, [2, 4, 8, 16, 30, 30]],
] as const)(
  "[CLIENT-5] a server that is away is tried after 1 to 30 seconds (chance %d)",
  async ([chance, seconds]) => {
    const server = createFakeServer();
    const time = createTime();
    const closing = new AbortController();
    const options = { url: "/v1/events", fetch: server.fetch, wait: time.wait, headers: async () => ({}) };
    followEvents(options, () => chance)(silentSink, { after: undefined, signal: closing.signal });
    server.meet("nothing");

    async function pauses(count: number): Promise<number[]> {
      const found: number[] = [];
      for (await settled(); found.length < count; ) {
        const [pause = 0] = time.pending();
        found.push(pause / 1_000);
        await time.pass(pause);
      }
      return found;
    }

    expect(await pauses(seconds.length)).toEqual(seconds);
    // Who was connected in between starts over.
    server.meet("stream");
    await time.pass(30_000);
    server.meet("nothing");
    server.breakOff();
    expect(await pauses(2)).toEqual(seconds.slice(0, 2));
    closing.abort();
  },
);
