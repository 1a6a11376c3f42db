import { parentPort, workerData } from "node:worker_threads";
import { createMemoryBackend, createSqliteBackend } from "../test/simulation/backends.ts";
import { simulateHistory } from "../test/simulation/history.ts";
import type { SimulateOptions } from "./options.ts";

/** What a worker has done since its last report. */
export interface WorkerReport {
  readonly histories: number;
  /** The seed that broke a promise; all workers end then. */
  readonly failed?: number;
}

export interface WorkerTask extends SimulateOptions {
  /** Every worker takes one seed of so many, and this one begins with its index. */
  readonly index: number;
  /** Not 0 once a worker has found a broken promise. */
  readonly stopped: Int32Array;
}

const { histories, seed, store, workers, index, stopped } = workerData as WorkerTask;

const createBackend = store === "memory" ? createMemoryBackend : createSqliteBackend;
/** A store with the histories of many becomes slower. */
const historiesPerBackend = store === "memory" ? 20 : 250;
const reportEvery = 10;
let unreported = 0;

function report(rest: Omit<WorkerReport, "histories"> = {}): void {
  parentPort?.postMessage({ histories: unreported, ...rest } satisfies WorkerReport);
  unreported = 0;
}

let backend = createBackend();
for (
  let count = 1, next = seed + index;
  next < seed + histories && Atomics.load(stopped, 0) === 0;
  next += workers, count += 1
) {
  const { violation } = await simulateHistory(backend, next);
  unreported += 1;
  if (violation !== undefined) {
    Atomics.store(stopped, 0, 1);
    report({ failed: next });
  }
  if (unreported === reportEvery) report();
  if (count % historiesPerBackend > 0) continue;
  await backend.close();
  backend = createBackend();
}
await backend.close();
report();
// Time limits of models would keep the worker alive.
process.exit(0);
