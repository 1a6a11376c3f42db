import { createSqliteStore, type Store } from "@askback/server";
import { createBench } from "./cycle.ts";
import { median, round } from "./numbers.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const marks = [10, 100, 1_000];
const window = 20;

/**
 * The cost of one more cycle after 10, 100 and 1,000 earlier ones, as a whole and without the transcript: from asking the
 * store for it until the model is called with it. The model's window is large enough for all of it.
 */
export async function* measureGrowth() {
  const store = createSqliteStore({ folder: temporaryFolder() });
  const bench = createBench(store);
  for (let warm = 0; warm < 1_000; warm += 1) await bench.cycle();
  let reading = 0;
  let beganReading = 0;
  const timed: Store = {
    ...store,
    modelMessages(id, edge) {
      beganReading = performance.now();
      return store.modelMessages(id, edge);
    },
  };
  const timedBench = createBench(timed, () => {
    reading += performance.now() - beganReading;
  });
  const id = await timedBench.cycle();
  let first: { whole: number; rest: number } | undefined;
  for (let done = 1; done <= Math.max(...marks) + window; ) {
    const isMark = marks.includes(done);
    const wholes: number[] = [];
    const rests: number[] = [];
    for (let count = 0; count < (isMark ? window : 1); count += 1, done += 1) {
      reading = 0;
      const began = performance.now();
      await timedBench.cycle(id);
      const whole = performance.now() - began;
      wholes.push(whole);
      rests.push(whole - reading);
    }
    if (!isMark) continue;
    const now = { whole: median(wholes), rest: median(rests) };
    first ??= now;
    yield {
      earlierCycles: done - window,
      cycleMs: round(now.whole, 3),
      withoutTranscriptMs: round(now.rest, 3),
      ratio: round(now.whole / first.whole, 2),
      ratioWithoutTranscript: round(now.rest / first.rest, 2),
    };
  }
  await timedBench.stop();
  await bench.stop();
  await store.close();
}
