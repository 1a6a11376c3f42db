import { checkAppearances } from "./check-appearances.ts";
import { readOptions, usage } from "./options.ts";
import { formatProgress, formatSummary, formatTitle } from "./report.ts";
import { type Progress, type SoakOptions, soak } from "./soak.ts";

const lineEveryMs = 3_000;

// The embedded PostgreSQL exits the process when nothing is left to do, and ignores an exit code that was only set.
process.exit(await main(process.argv.slice(2)));

/** 0 if every promise was kept, 1 if one was broken, 2 if the soak itself failed. */
async function main(args: readonly string[]): Promise<number> {
  let soaks: readonly SoakOptions[] | "appearances";
  try {
    soaks = args.join(" ") === "appearances" ? "appearances" : readOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return 2;
  }
  try {
    if (soaks === "appearances") return await checkAppearances();
    let code = 0;
    for (const options of soaks) code = Math.max(code, await run(options));
    return code;
  } catch (error) {
    console.error("\nThe soak itself failed:", error);
    return 2;
  }
}

/** Prints the seed, progress, the result, and all of that as one line of JSON. */
async function run(options: SoakOptions): Promise<number> {
  const began = Date.now();
  let last: { readonly phase: Progress["phase"]; readonly at: number } | undefined;

  function show(progress: Progress): void {
    const at = Date.now();
    if (last?.phase === progress.phase && at - last.at < lineEveryMs) return;
    last = { phase: progress.phase, at };
    console.log(formatProgress(at - began, progress));
  }

  console.log(formatTitle(options));
  const summary = await soak(options, show);
  console.log(formatSummary(Date.now() - began, options, summary));
  console.log(JSON.stringify({ options, ...summary }));
  return summary.violations.length > 0 ? 1 : 0;
}
