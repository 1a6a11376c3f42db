import { createSqliteStore } from "@askback/server";
import { createBenchRuntime } from "./bench-runtime.ts";
import { measureFloor } from "./floor.ts";
import { median, round } from "./statistics.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const rounds = 5;

/** Full cycles per second compared with the floor, in interleaved rounds, so that a slow moment of the machine affects both. */
export async function* measureCycles() {
  for (const [conversations, cycles] of [
    [1, 1_000],
    [64, 6_000],
  ] as const) {
    const single: number[] = [];
    const group: number[] = [];
    const askback: number[] = [];
    for (let count = 0; count <= rounds; count += 1) {
      const warm = count === 0;
      const amount = warm ? Math.ceil(cycles / 4) : cycles;
      const results = [
        await measureFloor(conversations, amount, "single"),
        await measureFloor(conversations, amount, "group"),
        await measureAskback(conversations, amount),
      ] as const;
      if (warm) continue;
      single.push(results[0]);
      group.push(results[1]);
      askback.push(results[2]);
    }
    yield {
      conversations,
      cyclesPerSecond: round(median(askback)),
      floorSingle: round(median(single)),
      floorGroup: round(median(group)),
      ratioToGroupFloor: round(median(askback.map((value, index) => value / (group[index] ?? value))), 2),
      ratioToSingleFloor: round(median(askback.map((value, index) => value / (single[index] ?? value))), 2),
    };
  }
}

async function measureAskback(conversations: number, cycles: number): Promise<number> {
  const store = createSqliteStore({ folder: temporaryFolder() });
  const bench = createBenchRuntime(store);
  let begun = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: conversations }, async () => {
      while (begun < cycles) {
        begun += 1;
        await bench.cycle();
      }
    }),
  );
  const perSecond = cycles / ((performance.now() - began) / 1000);
  await bench.stop();
  await store.close();
  return perSecond;
}
