import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventRange, RecordedEvent } from "../store/store.ts";
import { createFeed, type Feed, type Following } from "./feed.ts";

const entry: Omit<RecordedEvent, "position"> = {
  conversationId: "conv_a",
  project: "default",
  version: 1,
  event: { type: "conversation.deleted", at: 0, by: "x" },
};

/** A log whose reads wait for a scheduler. */
function createLog(wait: () => Promise<unknown> = async () => {}) {
  const log: RecordedEvent[] = [];
  const listeners = new Set<() => void>();
  return {
    log,
    listeners,
    reads: 0,
    append(conversationId = "conv_a") {
      const position = log.length + 1;
      log.push({ ...entry, position, conversationId, version: position });
      for (const listener of listeners) listener();
    },
    async events({ after, limit, conversationIds }: EventRange) {
      this.reads += 1;
      const found = log
        .filter((entry) => entry.position > after && (conversationIds?.includes(entry.conversationId) ?? true))
        .slice(0, limit);
      await wait();
      return found;
    },
    /** Events up to this position are pruned. */
    horizon: 0,
    async isLogComplete({ after }: Pick<EventRange, "after">) {
      return after >= this.horizon;
    },
    async position() {
      const position = log.length;
      await wait();
      return position;
    },
    id: "log",
    async history() {
      return this.id;
    },
    replacedListeners: new Set<() => void>(),
    onReplaced(listener: () => void) {
      this.replacedListeners.add(listener);
      return () => this.replacedListeners.delete(listener);
    },
    replaceBy(id: string) {
      this.id = id;
      for (const listener of this.replacedListeners) listener();
    },
    onCommitted(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface Follower {
  readonly seen: number[];
  following?: Following;
  stopped: boolean;
}

function follow(feed: Feed): Follower {
  const follower: Follower = { seen: [], stopped: false };
  void feed
    .follow(({ position }) => follower.seen.push(position))
    .then((following) => {
      follower.following = following;
    });
  return follower;
}

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
