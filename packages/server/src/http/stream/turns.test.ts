import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTurns } from "./turns.ts";

test("[SSE-11] what many readers are sent is written in slices, in order, and other work is done in between", async () => {
  let now = 0;
  const turns = createTurns({ sliceMs: 5 }, () => now);
  const done: string[] = [];
  const finished = Promise.withResolvers<void>();
  for (let reader = 1; reader <= 5; reader += 1)
    turns(() => {
      done.push(`reader ${reader}`);
      // Two readers take a whole slice.
      now += 3;
      if (reader === 5) finished.resolve();
    });
  expect(done).toEqual([]);
  const request = () => {
    done.push("request");
    if (done.length < 9) setImmediate(request);
  };
  setImmediate(request);
  await finished.promise;
  expect(done).toEqual(["reader 1", "reader 2", "request", "reader 3", "reader 4", "request", "reader 5"]);
});

test("[SSE-11] a task that comes while others wait is run after them", async () => {
  const turns = createTurns();
  const done: number[] = [];
  await new Promise<void>((resolve) => {
    turns(() => {
      done.push(1);
      turns(() => {
        done.push(3);
        resolve();
      });
    });
    turns(() => done.push(2));
  });
  expect(done).toEqual([1, 2, 3]);
});

test("[SSE-15] after a round that took long none begins for a while, so that more comes for each reader", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let now = 0;
  const turns = createTurns({ sliceMs: 5, shortRoundMs: 2, restShare: 2, longestRestMs: 40 }, () => now);
  const done: string[] = [];
  const write = (round: string, ms: number) =>
    turns(() => {
      done.push(round);
      now += ms;
    });
  const beginRound = (round: string, readers: number, ms: number) => {
    for (let reader = 1; reader <= readers; reader += 1) write(round, ms);
  };
  const passTurns = async () => {
    for (let turn = 1; turn <= 5; turn += 1) await nextTurn();
  };
  const pass = async (ms: number) => {
    now += ms;
    vi.advanceTimersByTime(ms);
    await passTurns();
  };
  beginRound("first", 3, 3);
  await passTurns();
  beginRound("second", 2, 0.5);
  await passTurns();
  expect(done).toEqual(["first", "first", "first"]);
  await pass(17);
  expect(done).toHaveLength(3);
  await pass(1);
  expect(done.slice(3)).toEqual(["second", "second"]);
  // A short round is followed by the next one at once.
  beginRound("third", 1, 30);
  await passTurns();
  expect(done.slice(5)).toEqual(["third"]);
  beginRound("fourth", 1, 0);
  await pass(39);
  expect(done).toHaveLength(6);
  await pass(1);
  expect(done.at(-1)).toBe("fourth");
});
