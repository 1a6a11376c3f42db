import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventRange } from "../store/store.ts";
import { createFeed, type Feed } from "./feed.ts";
import { createLog, entry, type Follower, follow } from "./testing/log.ts";

function positions(after: number, through: number): number[] {
  return Array.from({ length: Math.max(0, through - after) }, (_, index) => after + index + 1);
}

test("[SSE-2] each follower gets each event once and in order, however reads, commits and followers interleave", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom("append", "follow", "stop"), { maxLength: 30 }),
      async (scheduler, actions) => {
        const log = createLog(() => scheduler.schedule(Promise.resolve()));
        const failures: unknown[] = [];
        const feed = createFeed(log, (error) => failures.push(error));
        const followers: Follower[] = [];
        const steps = actions.map((action) => ({
          label: action,
          async builder() {
            if (action === "append") log.append();
            if (action === "follow") followers.push(follow(feed));
            if (action !== "stop") return;
            const active = followers.find(({ following, stopped }) => following && !stopped);
            if (!active) return;
            active.stopped = true;
            active.following?.stop();
          },
        }));
        const sequence = scheduler.scheduleSequence(steps);
        await scheduler.waitIdle();
        await sequence.task;
        expect(failures).toEqual([]);
        for (const { seen, following, stopped } of followers) {
          const from = following?.position ?? Number.NaN;
          const through = stopped ? from + seen.length : log.log.length;
          expect(seen).toEqual(positions(from, through));
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test("[SSE-1] a new follower starts at the end of the log, not at the position of the others", async () => {
  const log = createLog();
  const feed = createFeed(log, () => {});
  await feed.follow(() => {});
  log.append();
  log.append();
  const { position } = await feed.follow(() => {});
  expect(position).toBe(2);
});

test("[SSE-1] a commit while the first follower joins reaches it without a further commit", async () => {
  const gate = Promise.withResolvers<void>();
  const log = createLog(() => gate.promise);
  const feed = createFeed(log, () => {});
  const follower = follow(feed);
  log.append();
  gate.resolve();
  await expect.poll(() => follower.seen).toEqual([1]);
  expect(follower.following?.position).toBe(0);
});

test("[HISTORY-4] when the log is replaced, followers end and are told, and later ones follow the new log from its end", async () => {
  const log = createLog();
  const feed = createFeed(log, () => {});
  for (let count = 0; count < 5; count += 1) log.append();
  const told: string[] = [];
  const seen: (readonly [string, number])[] = [];
  const old = await feed.follow(
    ({ position }, history) => seen.push([history, position]),
    () => told.push("old"),
  );
  expect([old.history, old.position]).toEqual(["log", 5]);
  log.log.splice(2);
  log.replaceBy("other");
  expect(told).toEqual(["old"]);
  const fresh = await feed.follow(({ position }, history) => seen.push([history, position]));
  expect([fresh.history, fresh.position]).toEqual(["other", 2]);
  log.append();
  await expect.poll(() => seen).toEqual([["other", 3]]);
  old.stop();
  fresh.stop();
  expect(log.listeners.size).toBe(0);
});

test("[SSE-2] a replay returns the events between two positions in batches, for some or all conversations", async () => {
  const log = createLog();
  for (let count = 0; count < 1_300; count += 1) log.append(count % 2 === 0 ? "conv_a" : "conv_b");
  const feed = createFeed(log, () => {});
  const replayed = async (range: Parameters<Feed["replay"]>[0]) => {
    const seen: number[] = [];
    for await (const { position } of feed.replay(range)) seen.push(position);
    return seen;
  };
  expect(await replayed({ after: 3, through: 1_250 })).toEqual(positions(3, 1_250));
  expect(await replayed({ after: 0, through: 1_203, conversationIds: ["conv_b"] })).toEqual(
    positions(0, 1_203).filter((position) => position % 2 === 0),
  );
  expect(await replayed({ after: 1_300, through: 1_300 })).toEqual([]);
  expect(await replayed({ after: 9_999, through: 1_300 })).toEqual([]);
});

test("[STORE-22] a replay reports events that were pruned before or during it", async () => {
  const log = createLog();
  for (let count = 0; count < 1_300; count += 1) log.append();
  const feed = createFeed(log, () => {});
  log.horizon = 5;
  expect(await feed.replay({ after: 4, through: 1_300 }).next()).toEqual({ done: true, value: false });
  expect(await feed.replay({ after: 4, through: 4 }).next()).toEqual({ done: true, value: false });
  const replay = feed.replay({ after: 5, through: 1_300 });
  for (let count = 0; count < 500; count += 1) expect((await replay.next()).done).toBe(false);
  log.horizon = 700;
  expect(await replay.next()).toEqual({ done: true, value: false });
});

test("[SSE-1] without followers nothing is read", async () => {
  const log = createLog();
  const feed = createFeed(log, () => {});
  expect(log.listeners.size).toBe(0);
  const { stop } = await feed.follow(() => {});
  expect(log.listeners.size).toBe(1);
  stop();
  expect(log.listeners.size).toBe(0);
  const before = log.reads;
  log.append();
  await new Promise(setImmediate);
  expect(log.reads).toBe(before);
});

test("[SSE-11] a long log is passed on with breaks, in which other work is done", async () => {
  const log = createLog();
  const feed = createFeed(log, () => {});
  let turns = 0;
  let seen = 0;
  const done = Promise.withResolvers<number>();
  const { position } = await feed.follow(() => {
    // Each event takes as long as a whole slice.
    for (const until = performance.now() + 6; performance.now() < until; );
    seen += 1;
    if (seen === 5) done.resolve(turns);
  });
  expect(position).toBe(0);
  const count = () => {
    turns += 1;
    if (seen < 5) setImmediate(count);
  };
  setImmediate(count);
  for (let added = 0; added < 5; added += 1) log.log.push({ ...entry, position: added + 1 });
  log.append();
  expect(await done.promise).toBeGreaterThanOrEqual(3);
});

test("[SSE-14] a follower that joins others waits for what was committed before, and for nothing committed meanwhile", async () => {
  const store = createLog();
  const { events } = store;
  const busy = {
    ...store,
    // With each read something new is committed.
    async events(range: EventRange) {
      const found = await events.call(store, range);
      if (store.log.length < 100_000) store.append();
      await new Promise(setImmediate);
      return found;
    },
  };
  const feed = createFeed(busy, (error) => {
    throw error;
  });
  const first = await feed.follow(() => {});
  store.append();
  const joined = await feed.follow(() => {});
  expect(joined.position).toBeGreaterThanOrEqual(1);
  expect(store.log.length).toBeLessThan(1_000);
  first.stop();
  joined.stop();
  await feed.close();
});
