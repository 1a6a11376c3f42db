import { createSqliteStore } from "@askback/server";
import { createBench } from "./cycle.ts";
import { median, round } from "./numbers.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const marks = [10, 100, 1_000];
const window = 20;

/** The cost of one more cycle after 10, 100 and 1,000 earlier ones, with and without reading the transcript. */
export async function* measureGrowth() {
  const store = createSqliteStore({ folder: temporaryFolder() });
  const bench = createBench(store);
  for (let warm = 0; warm < 300; warm += 1) await bench.cycle();
  let reading = 0;
  const timed = {
    ...store,
    async modelMessages(id: string, edge: Parameters<typeof store.modelMessages>[1]) {
      const began = performance.now();
      const messages = await store.modelMessages(id, edge);
      reading += performance.now() - began;
      return messages;
    },
  };
  const timedBench = createBench(timed);
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
