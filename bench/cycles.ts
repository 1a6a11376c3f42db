import { createSqliteStore } from "@askback/server";
import { createBench } from "./cycle.ts";
import { measureFloor } from "./floor.ts";
import { median, round } from "./numbers.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const rounds = 5;

/** Full cycles per second beside the raw floor, in interleaved rounds so that a slow moment of the machine hits both. */
export async function* measureCycles() {
  for (const [conversations, cycles] of [
    [1, 1_000],
    [64, 6_000],
  ] as const) {
    const single: number[] = [];
    const group: number[] = [];
    const ours: number[] = [];
    for (let count = 0; count <= rounds; count += 1) {
      const warm = count === 0;
      const amount = warm ? Math.ceil(cycles / 4) : cycles;
      const results = [
        await measureFloor(conversations, amount, "single"),
        await measureFloor(conversations, amount, "group"),
        await measureOurs(conversations, amount),
      ] as const;
      if (warm) continue;
      single.push(results[0]);
      group.push(results[1]);
      ours.push(results[2]);
    }
    yield {
      conversations,
      cyclesPerSecond: round(median(ours)),
      floorSingle: round(median(single)),
      floorGroup: round(median(group)),
      ratioToGroupFloor: round(median(ours.map((value, index) => value / (group[index] ?? value))), 2),
      ratioToSingleFloor: round(median(ours.map((value, index) => value / (single[index] ?? value))), 2),
    };
  }
}

async function measureOurs(conversations: number, cycles: number): Promise<number> {
  const store = createSqliteStore({ folder: temporaryFolder() });
  const bench = createBench(store);
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
