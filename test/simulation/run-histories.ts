import type { Backend } from "./backends.ts";
import { type History, type HistoryOptions, simulateHistory } from "./history.ts";
import type { Script } from "./script/script.ts";

/** A single seed to simulate and trace, as a failure message suggests. */
const { SIMULATION_SEED } = process.env;

export interface RunOptions {
  /** The name of its test file. */
  readonly name: string;
  readonly count: number;
  /** How many histories share a backend. */
  readonly historiesPerBackend: number;
  createBackend(): Backend | Promise<Backend>;
}

/** Simulates the seeds 1 to `count`; throws the trace of the first that breaks a promise. */
export async function runHistories({ name, count, historiesPerBackend, createBackend }: RunOptions): Promise<void> {
  if (SIMULATION_SEED !== undefined) {
    const history = await runAlone(await createBackend(), Number(SIMULATION_SEED));
    console.info(history.trace.join("\n"));
    if (history.violation !== undefined) throw new Error(history.violation);
    return;
  }
  let backend = await createBackend();
  for (let seed = 1; seed <= count; seed += 1) {
    if (seed % historiesPerBackend === 0) {
      await backend.close();
      backend = await createBackend();
    }
    const history = await simulateHistory(backend, seed);
    if (history.violation !== undefined) throw new Error(failureOf(name, seed, history));
  }
  await backend.close();
}

/** Simulates a seed or a script on a backend of its own. */
export async function runAlone(backend: Backend, source: number | Script, options?: HistoryOptions): Promise<History> {
  try {
    return await simulateHistory(backend, source, options);
  } finally {
    await backend.close();
  }
}

function failureOf(name: string, seed: number, { violation, trace }: History): string {
  const replay = `SIMULATION_SEED=${seed} npx vitest run test/simulation/${name}`;
  return [`${name}, seed ${seed}: ${violation}`, `To repeat it: ${replay}`, ...trace].join("\n");
}
