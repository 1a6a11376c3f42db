import { createMemoryBackend, createSqliteBackend } from "../test/simulation/backends.ts";
import { runAlone } from "../test/simulation/run-histories.ts";
import { readOptions, type SimulateOptions, usage } from "./options.ts";
import { explain, type Progress, simulate } from "./simulate.ts";

const lineEveryMs = 3_000;

// Time limits of models would keep the process alive.
process.exit(await main(process.argv.slice(2)));

/** 0 if every promise was kept, 1 if one was broken, 2 if the command line is wrong. */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log(usage);
    return 0;
  }
  let options: SimulateOptions;
  try {
    options = readOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return 2;
  }
  return run(options);
}

async function run(options: SimulateOptions): Promise<number> {
  const { histories, seed, store, workers } = options;
  let last = performance.now();
  function show(progress: Progress): void {
    if (performance.now() - last < lineEveryMs) return;
    last = performance.now();
    console.log(formatRate(progress));
  }

  if (histories === 1) {
    const { trace } = await runAlone(store === "memory" ? createMemoryBackend() : createSqliteBackend(), seed);
    console.log(trace.join("\n"));
  }
  console.log(`Seeds ${seed} to ${seed + histories - 1} on ${store}, ${workers} at once.`);
  const simulated = await simulate(options, show);
  console.log(formatRate(simulated));
  if (simulated.failed === undefined) {
    console.log("Every promise was kept.");
    return 0;
  }
  console.log(`Seed ${simulated.failed} breaks a promise; it is being shrunk.\n`);
  console.log(await explain(simulated.failed, options));
  return 1;
}

function formatRate({ histories, seconds }: Progress): string {
  return `${histories} histories in ${seconds.toFixed(1)} s, ${Math.round(histories / seconds)} a second`;
}
