import { lines } from "./hosts.ts";
import { promises, type Row } from "./row.ts";

const columns = Object.keys(promises) as (keyof Row)[];

export const head = [
  `| | ${columns.map((column) => promises[column]).join(" | ")} |`,
  `|---|${columns.map(() => "---").join("|")}|`,
].join("\n");

export function toLine(name: string, row: Row): string {
  return `| ${[name, ...columns.map((column) => row[column])].join(" | ")} |`;
}

/** The line of this name on a page that holds the table. */
export function lineOnPage(page: string, name: string): string | undefined {
  return page.split("\n").find((text) => text.startsWith(`| ${name} |`));
}

/** The table with new lines for what was observed, and the lines of the page for the rest. */
export function toTable(page: string, observed: ReadonlyMap<string, string>): string {
  return [head, ...lines.flatMap(({ name }) => observed.get(name) ?? lineOnPage(page, name) ?? [])].join("\n");
}
