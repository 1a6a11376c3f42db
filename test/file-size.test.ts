import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = globSync(
  ["packages/*/{src,workshop,reference}/**/*.{ts,tsx,css}", "{test,bench,simulate,soak,scripts}/**/*.{ts,tsx}"],
  {
    cwd: root,
  },
);
const isTest = (file: string) => /\.(test|contract|fixture)\.tsx?$/.test(file);

test("[REPO-3] no source file, test or stylesheet is over 300 lines", () => {
  const linesOf = (file: string) => readFileSync(`${root}/${file}`, "utf8").trimEnd().split("\n").length;
  const sizes = files.map((file) => ({ file, lines: linesOf(file) }));
  expect(sizes.length).toBeGreaterThan(1_000);
  expect(sizes.filter(({ lines }) => lines > 300)).toEqual([]);
});

test("[REPO-3] no folder holds more than 25 source files beside their tests", () => {
  // In `test/` the tests are the sources.
  const counted = files.filter((file) => file.startsWith("test/") || !isTest(file));
  const folders = [...Map.groupBy(counted, dirname)].map(([folder, { length }]) => ({ folder, files: length }));
  expect(folders.filter((folder) => folder.files > 25)).toEqual([]);
});
