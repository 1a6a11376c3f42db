import { type Cells, titles } from "./observation.ts";
import type { Recipe } from "./recipe.ts";
import { recipes } from "./recipes.ts";

const columns = Object.keys(titles) as (keyof Cells)[];

export const head = [
  `| | what ran | ${columns.map((column) => titles[column]).join(" | ")} |`,
  `|---|---|${columns.map(() => "---").join("|")}|`,
].join("\n");

/** The cells of a line that are known before a recipe runs. */
export function startOfLine({ name, version, ran }: Recipe): string {
  return `| ${name} ${version} | ${ran} |`;
}

export function toLine(recipe: Recipe, cells: Cells): string {
  return `${startOfLine(recipe)} ${columns.map((column) => cells[column]).join(" | ")} |`;
}

/** The table with new lines for what was observed, and the lines of the page for the rest. */
export function toTable(page: string, observed: ReadonlyMap<string, string>): string {
  const onPage = (recipe: Recipe) => page.split("\n").find((line) => line.startsWith(startOfLine(recipe)));
  return [head, ...recipes.flatMap((recipe) => observed.get(recipe.name) ?? onPage(recipe) ?? [])].join("\n");
}
