import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A block of code on a page. */
export interface Snippet {
  readonly page: string;
  readonly line: number;
  /** What follows the opening fence; empty for drawings and other plain text. */
  readonly language: string;
  readonly code: string;
}

/** The pages for users; what is written for those who change the code has sketches, which need not run. */
export const pages = globSync(["README.md", "docs/**/*.md", "{packages,examples}/*/README.md"], { cwd: root })
  .filter((page) => !/^docs\/(bench|decisions|requirements)/.test(page))
  .sort();

export function readPage(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

export function snippetsOf(page: string): Snippet[] {
  const text = readPage(page);
  return Array.from(
    text.matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm),
    ({ 1: language = "", 2: code = "", index }) => ({
      page,
      line: text.slice(0, index).split("\n").length,
      language,
      code,
    }),
  );
}

/** Every block of code with one of these languages. */
export function snippetsIn(...languages: readonly string[]): Snippet[] {
  return pages.flatMap(snippetsOf).filter(({ language }) => languages.includes(language));
}

/** The files of the examples, by their paths. */
const exampleFiles = globSync("examples/**/*.{ts,tsx,mjs,py,html}", {
  cwd: root,
  exclude: ["**/node_modules/**", "**/dist/**"],
});

/** The file of an example that is shown as this block, if there is one. */
export function exampleOf({ code }: Snippet): string | undefined {
  return exampleFiles.find((file) => readPage(file) === code);
}
