import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createMemoryBackend, createSqliteBackend } from "../test/simulation/backends.ts";
import type { HistoryOptions } from "../test/simulation/history.ts";
import { runAlone } from "../test/simulation/run-histories.ts";
import { formatTest } from "../test/simulation/script/format-test.ts";
import { shrink } from "../test/simulation/script/shrink.ts";
import type { SimulateOptions } from "./options.ts";
import type { WorkerReport, WorkerTask } from "./worker.ts";

export interface Progress {
  readonly histories: number;
  readonly seconds: number;
}

export interface Simulated extends Progress {
  /** The lowest seed that was found to break a promise. */
  readonly failed?: number;
}

/** Simulates histories in several threads, until one breaks a promise. */
export async function simulate(options: SimulateOptions, show: (progress: Progress) => void): Promise<Simulated> {
  const began = performance.now();
  const stopped = new Int32Array(new SharedArrayBuffer(4));
  const failed: number[] = [];
  let histories = 0;
  const progress = () => ({ histories, seconds: (performance.now() - began) / 1000 });

  async function runWorker(index: number): Promise<void> {
    const workerData: WorkerTask = { ...options, index, stopped };
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData });
    worker.on("message", (report: WorkerReport) => {
      histories += report.histories;
      if (report.failed !== undefined) failed.push(report.failed);
      show(progress());
    });
    await once(worker, "exit");
  }

  await Promise.all(Array.from({ length: options.workers }, (_, index) => runWorker(index)));
  return { ...progress(), ...(failed.length > 0 && { failed: Math.min(...failed) }) };
}

const maxAttempts = 3_000;

/** Shrinks the history of a seed that breaks a promise, and formats what was found as a test with its trace. */
export async function explain(
  seed: number,
  { store }: Pick<SimulateOptions, "store">,
  options: HistoryOptions = {},
): Promise<string> {
  const createBackend = store === "memory" ? createMemoryBackend : createSqliteBackend;
  const failing = await runAlone(createBackend(), seed, options);
  if (failing.violation === undefined) return `Seed ${seed} breaks no promise when it is simulated alone.`;
  const { script, violation, attempts } = await shrink(failing.script, failing.violation, {
    replay: async (candidate) => (await runAlone(createBackend(), candidate, options)).violation,
    maxAttempts,
  });
  const { trace } = await runAlone(createBackend(), script, options);
  return [
    `Seed ${seed}: ${failing.violation}`,
    `Shrunk from ${failing.script.steps.length} to ${script.steps.length} steps in ${attempts} attempts. What happens:`,
    ...trace.map((line) => `  ${line}`),
    "",
    "As a test, for a file in test/simulation:",
    "",
    formatTest({ seed, store, violation, script }),
  ].join("\n");
}
