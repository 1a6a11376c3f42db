import { createSqliteStore } from "@askback/server";
import { createBenchRuntime } from "./bench-runtime.ts";
import { percentile, round } from "./statistics.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** From the commit of an answer until the model is called, one conversation at a time. */
export async function* measureLatency() {
  const store = createSqliteStore({ folder: temporaryFolder() });
  const bench = createBenchRuntime(store);
  const times: number[] = [];
  for (let count = 0; count < 1_200; count += 1) {
    const { sinceCommitted } = await bench.answer(await bench.park());
    if (count >= 200) times.push(sinceCommitted);
  }
  yield { answers: times.length, p50Ms: round(percentile(times, 0.5), 3), p99Ms: round(percentile(times, 0.99), 3) };
  await bench.stop();
  await store.close();
}
