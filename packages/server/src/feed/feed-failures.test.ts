import { expect, test } from "vitest";
import { createFeed } from "./feed.ts";
import { createLog, follow } from "./testing/log.ts";

/** A feed with a follower, whose next read of the log waits until it is let go. */
async function withReadUnderWay() {
  const gate = Promise.withResolvers<void>();
  const log = createLog();
  const failures: unknown[] = [];
  const seen: number[] = [];
  const feed = createFeed(log, (error) => failures.push(error));
  await feed.follow(({ position }) => seen.push(position));
  const { events } = log;
  const began = Promise.withResolvers<void>();
  log.events = async (range) => {
    began.resolve();
    await gate.promise;
    return events.call(log, range);
  };
  log.append();
  await began.promise;
  return { log, feed, gate, failures, seen };
}

test("[OPS-4] a feed is closed when the read under way has ended, and reads no further", async () => {
  const { log, feed, gate, seen } = await withReadUnderWay();
  log.append();
  const reads = log.reads;
  let isClosed = false;
  const closed = feed.close().then(() => {
    isClosed = true;
  });
  await Promise.resolve();
  expect(isClosed).toBe(false);
  gate.resolve();
  await closed;
  expect(log.listeners.size).toBe(0);
  log.append();
  await new Promise(setImmediate);
  expect([log.reads, seen]).toEqual([reads + 1, []]);
});

test("[OPS-4] a read that fails because the store is closed is neither reported nor repeated", async () => {
  const { log, feed, gate, failures } = await withReadUnderWay();
  const closed = feed.close();
  gate.reject(new Error("Cannot use a pool after calling end on the pool"));
  await closed;
  expect(failures).toEqual([]);
  expect(log.listeners.size).toBe(0);
});

test("[OPS-4] whoever joins while a feed is closed is refused, and nothing is read for them", async () => {
  const gate = Promise.withResolvers<void>();
  const log = createLog(() => gate.promise);
  const feed = createFeed(log, () => {});
  const joining = feed.follow(() => {});
  await feed.close();
  gate.resolve();
  await expect(joining).rejects.toThrow("the feed is closed");
  await expect(feed.follow(() => {})).rejects.toThrow("the feed is closed");
  expect([log.reads, log.listeners.size]).toEqual([0, 0]);
});

test("[SSE-4] a follower that throws is reported and does not affect the others", async () => {
  const log = createLog();
  const failures: unknown[] = [];
  const feed = createFeed(log, (error) => failures.push(error));
  await feed.follow(() => {
    throw new Error("broken reader");
  });
  const other = follow(feed);
  await new Promise(setImmediate);
  log.append();
  log.append();
  await expect.poll(() => other.seen).toEqual([1, 2]);
  expect(failures).toMatchObject([{ message: "broken reader" }, { message: "broken reader" }]);
});

test("[SSE-2] a failed read of the log is reported and repeated at the next commit", async () => {
  const log = createLog();
  const failures: unknown[] = [];
  let broken = true;
  const events: typeof log.events = (range) => (broken ? Promise.reject(new Error("disk")) : log.events(range));
  const feed = createFeed({ ...log, events }, (error) => failures.push(error));
  const follower = follow(feed);
  await new Promise(setImmediate);
  log.append();
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  broken = false;
  log.append();
  await expect.poll(() => follower.seen).toEqual([1, 2]);
});

test("[STORE-20] a failed read is repeated after a while without a further commit", async () => {
  let isUnavailable = false;
  const log = createLog(async () => {
    if (isUnavailable) throw new Error("the database is unavailable");
  });
  const failures: unknown[] = [];
  const feed = createFeed(log, (error) => {
    failures.push(error);
    isUnavailable = false;
  });
  const seen = new Promise<number>((resolve) => {
    void feed
      .follow(({ position }) => resolve(position))
      .then(() => {
        isUnavailable = true;
        log.append();
      });
  });
  expect(await seen).toBe(1);
  expect(failures).toHaveLength(1);
});
