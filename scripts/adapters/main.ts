import { readFileSync, writeFileSync } from "node:fs";
import { hosts } from "./hosts.ts";
import { startLab } from "./lab.ts";
import { linesOf, toTable } from "./table.ts";

const page = new URL("../../docs/reference/adapters.md", import.meta.url);
const table = /\| \|(?:.*\n)*?(?=\n)/;

/**
 * Observes each host alone and with its adapter, and writes what it saw to the page of the docs. `--all` includes hosts that are not
 * installed with this repository; without it their lines stay.
 */
const isWhole = process.argv.includes("--all");
const observed = new Map<string, string>();
for (const host of hosts) {
  if (!host.isInstalled && !isWhole) continue;
  const lab = await startLab();
  observed.set(host.name, await linesOf(host, lab));
  await lab.stop();
  console.log(observed.get(host.name));
}
const text = readFileSync(page, "utf8");
writeFileSync(
  page,
  text.replace(table, () => `${toTable(text, observed)}\n`),
);
