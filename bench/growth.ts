import { createSqliteStore, type Store } from "@askback/server";
import { createBenchRuntime } from "./bench-runtime.ts";
import { median, round } from "./statistics.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const marks = [10, 100, 1_000];
const window = 40;

/**
 * The cost of another cycle after 10, 100 and 1,000 earlier ones, compared with the first of these, and with a young
 * conversation that reads the transcript of the old one, so that only the age differs.
 */
export async function* measureGrowth() {
  const store = createSqliteStore({ folder: temporaryFolder() });
  let old: string | undefined;
  let young: string | undefined;
  const sharing: Store = {
    ...store,
    async modelMessages(id, start) {
      const own = await store.modelMessages(id, start);
      if (id !== young || old === undefined) return own;
      const shared = await store.modelMessages(old, start);
      return [...shared.slice(own.length), ...own];
    },
  };
  const bench = createBenchRuntime(sharing);
  for (let warm = 0; warm < 1_000; warm += 1) await bench.cycle();
  async function time(id: string): Promise<number> {
    const began = performance.now();
    await bench.cycle(id);
    return performance.now() - began;
  }

  old = await bench.cycle();
  let first: number | undefined;
  for (let done = 1; done <= Math.max(...marks); done += 1) {
    if (!marks.includes(done)) {
      await bench.cycle(old);
      continue;
    }
    young = await bench.cycle();
    const olds: number[] = [];
    const youngs: number[] = [];
    for (let count = 0; count < window; count += 1) {
      olds.push(await time(old));
      youngs.push(await time(young));
    }
    const cycleMs = median(olds);
    first ??= cycleMs;
    yield {
      earlierCycles: done,
      cycleMs: round(cycleMs, 3),
      ratioToFirst: round(cycleMs / first, 2),
      ratioToYoungWithSameTranscript: round(cycleMs / median(youngs), 2),
    };
  }
  await bench.stop();
  await store.close();
}
