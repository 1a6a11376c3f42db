import { type Host, hosts } from "./hosts.ts";
import type { Lab } from "./lab.ts";
import { promises, type Row } from "./row.ts";

const columns = Object.keys(promises) as (keyof Row)[];

/** The two lines of one host: alone, and with its adapter. */
export async function linesOf({ name, version, alone, withAskback }: Host, lab: Lab): Promise<string> {
  const notRun = Object.fromEntries(columns.map((column) => [column, "not run here"])) as unknown as Row;
  return [
    line(`${name} ${version}`, alone ? await alone() : notRun),
    line(`${name} with Askback`, await withAskback(lab)),
  ].join("\n");
}

function line(name: string, row: Row): string {
  return `| ${[name, ...columns.map((column) => row[column])].join(" | ")} |`;
}

export const head = [
  `| | ${columns.map((column) => promises[column]).join(" | ")} |`,
  `|---|${columns.map(() => "---").join("|")}|`,
].join("\n");

/** The lines of a host on a page that holds the table. */
export function linesOnPage(page: string, { name }: Host): string {
  return page
    .split("\n")
    .filter((text) => text.startsWith(`| ${name} `))
    .join("\n");
}

/** The table with new lines for those hosts that were observed, and the lines of the page for the others. */
export function toTable(page: string, observed: ReadonlyMap<string, string>): string {
  return [head, ...hosts.map((host) => observed.get(host.name) ?? linesOnPage(page, host))]
    .filter((text) => text !== "")
    .join("\n");
}
