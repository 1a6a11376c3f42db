import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { hostileTexts } from "../packages/react/src/testing/hostile-texts.ts";
import { stepBudget } from "../packages/react/src/text/markdown-parts.ts";

/** How many steps the parser takes for each text. */
function countSteps(texts: readonly string[]): Promise<readonly number[]> {
  const file = new URL("harness/text/count-parser-steps.ts", import.meta.url);
  const worker = new Worker(file, { workerData: texts, execArgv: ["--conditions=@askback/source"] });
  return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
}

test("[TEXT-21] the steps for a hostile text grow no more than its length", async () => {
  const names = Object.keys(hostileTexts);
  const texts = [1_000, 8_000].flatMap((length) => names.map((name) => hostileTexts[name]?.(length) ?? ""));
  const counts = await countSteps(texts);
  const most = texts.map(({ length }) => 1_500_000 + 500 * length);
  expect(counts.flatMap((count, nth) => (count > Number(most[nth]) ? [names[nth % names.length]] : []))).toEqual([]);
  expect(counts.filter((count) => count === 0)).toEqual([]);
});

test("[TEXT-21] the steps for a text of 200 KB end at a limit", async () => {
  const text = "Some *text* with `code` and [a link](https://a.example).\n\n- one\n- two\n\n".repeat(2_800);
  const [steps] = await countSteps([text]);
  expect(steps).toBeGreaterThan(10 * stepBudget);
  expect(steps).toBeLessThan(100 * stepBudget);
});
