import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../packages", import.meta.url));

test("[REPO-12] every class of a stylesheet is used by a component or a page", () => {
  const used = new Set(wordsOf("*/{src,index.html}{,/**/*.{ts,tsx}}", /[\w-]+/g));
  const classes = wordsOf("*/src/**/*.css", /(?<=\.)(?:ask|app)-[\w-]+/g);
  expect(classes.length).toBeGreaterThan(500);
  expect([...new Set(classes)].filter((name) => !used.has(name))).toEqual([]);
});

function wordsOf(pattern: string, word: RegExp): readonly string[] {
  const files = globSync(pattern, { cwd: root, exclude: (file) => file.includes(".test.") });
  return files
    .filter((file) => file.includes("."))
    .flatMap((file) => readFileSync(join(root, file), "utf8").match(word) ?? []);
}
