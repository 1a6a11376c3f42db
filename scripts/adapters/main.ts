import { readFileSync, writeFileSync } from "node:fs";
import { lines } from "./hosts.ts";
import { startLab } from "./lab.ts";
import { runMastraExample } from "./mastra-example.ts";
import { toLine, toTable } from "./table.ts";

const page = new URL("../../docs/reference/adapters.md", import.meta.url);
const table = /\| \|(?:.*\n)*?(?=\n)/;

/**
 * Observes each host alone and with its adapter, and writes what it saw to the page of the docs. `--all` includes hosts that are not
 * installed with this repository, and the example that needs one; without it their lines stay.
 */
const isWhole = process.argv.includes("--all");
const observed = new Map<string, string>();
for (const { name, isInstalled, observe } of lines) {
  if (!isInstalled && !isWhole) continue;
  const lab = await startLab();
  const line = toLine(name, await observe(lab));
  await lab.stop();
  observed.set(name, line);
  console.log(line);
}
if (isWhole) console.log(await runMastraExample());
const text = readFileSync(page, "utf8");
writeFileSync(
  page,
  text.replace(table, () => `${toTable(text, observed)}\n`),
);
process.exit();
