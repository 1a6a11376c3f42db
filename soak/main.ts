import { lookAtFaces } from "./faces.ts";
import { readOptions, usage } from "./options.ts";
import { type Progress, type SoakOptions, soak } from "./soak.ts";
import { progressLine, titleOf, verdictWords } from "./words.ts";

const lineEveryMs = 3_000;

// What embeds PostgreSQL ends the process when nothing is left to do, and forgets an exit code that was only set.
process.exit(await main(process.argv.slice(2)));

/** 0 where every promise was kept, 1 where one was broken, 2 where it could not be seen. */
async function main(args: readonly string[]): Promise<number> {
  let options: SoakOptions | "faces";
  try {
    options = args.join(" ") === "faces" ? "faces" : readOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return 2;
  }
  try {
    return options === "faces" ? await lookAtFaces() : await play(options);
  } catch (error) {
    console.error("\nThe soak itself failed:", error);
    return 2;
  }
}

/** Prints the seed, a line now and then, what was found, and all of that as one line of JSON. */
async function play(options: SoakOptions): Promise<number> {
  const began = Date.now();
  let last: { readonly phase: Progress["phase"]; readonly at: number } | undefined;

  function show(progress: Progress): void {
    const at = Date.now();
    if (last?.phase === progress.phase && at - last.at < lineEveryMs) return;
    last = { phase: progress.phase, at };
    console.log(progressLine(at - began, progress));
  }

  console.log(titleOf(options));
  const summary = await soak(options, show);
  console.log(verdictWords(Date.now() - began, options, summary));
  console.log(JSON.stringify({ options, ...summary }));
  return summary.violations.length > 0 ? 1 : 0;
}
