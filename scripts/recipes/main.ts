import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Recipe } from "./recipe.ts";
import { recipes } from "./recipes.ts";
import { observe } from "./scenario.ts";
import { toLine, toTable } from "./table.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = new URL("../../docs/start/recipes.md", import.meta.url);
/** Longer than the slowest install and run. */
const limitMs = 3_600_000;
const table = /\| \|(?:.*\n)*?(?=\n)/;

/** Runs each recipe, or those that are named, with its host, and writes what it saw to the page of the docs. */
const only = process.argv.slice(2);
// The programs run with the packages as users get them.
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-b", "packages/client"], { cwd: root });
const observed = new Map<string, string>();
for (const recipe of recipes) {
  if (only.length > 0 && !only.includes(recipe.name)) continue;
  try {
    const { isAsPromised, cells } = await Promise.race([observe(recipe), inVain(recipe)]);
    const line = toLine(recipe, cells);
    observed.set(recipe.name, line);
    console.log(`${isAsPromised ? "ok    " : "FAILED"} ${line}`);
    if (!isAsPromised) process.exitCode = 1;
  } catch (error) {
    console.log(`not available: ${recipe.name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/** Ends a recipe that waits in vain, whatever for. */
async function inVain({ name }: Recipe): Promise<never> {
  await delay(limitMs, undefined, { ref: false });
  throw new Error(`${name} has not ended in ${limitMs / 60_000} minutes`);
}

const text = readFileSync(page, "utf8");
writeFileSync(
  page,
  text.replace(table, () => `${toTable(text, observed)}\n`),
);
process.exit();
