import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("[SSE-11] what many readers are sent is written in slices, in order, and other work is done in between", async () => {
  let now = 0;
  const turns = createTurns(5, () => now);
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
