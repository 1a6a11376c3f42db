import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = globSync("packages/*/{src,workshop}/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);
const sizes = sources.map((file) => ({ file, lines: readFileSync(`${root}/${file}`, "utf8").split("\n").length }));

test("[REPO-3] no source file is over 300 lines", () => {
  expect(sizes.filter(({ lines }) => lines > 300)).toEqual([]);
});

test("[REPO-3] the median source file is at most 70 lines", () => {
  const lengths = sizes.map(({ lines }) => lines).sort((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(70);
});
